//! The main flow: config, evaluation, generations, run folder.
