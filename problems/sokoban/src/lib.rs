//! The sokoban problem of Khalifa and Togelius 2020: tiles, measures, objectives.
