//! Domain-free multi-objective search: NSGA-II, random search, dominance, crowding, indicators.
