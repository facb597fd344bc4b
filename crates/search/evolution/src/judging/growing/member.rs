//! A script that is judged, before and after its levels are measured.

use std::sync::Arc;

use marahel_config::Genome;
use marahel_script::Document;

use marahel_problem::Sample;

pub(super) struct Record {
    pub(super) genome: Genome,
    pub(super) document: Arc<Document>,
    pub(super) sample: Sample,
}

pub(super) struct Child {
    pub(super) genome: Genome,
    pub(super) document: Option<Arc<Document>>,
    pub(super) is_new: bool,
}
