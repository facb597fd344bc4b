//! The option for the semantics of the language.

use marahel::Semantics;

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct SemanticsArgs {
    /// Semantics of the language: documented, or fdg20 as the released engine behaves.
    #[arg(long, value_name = "NAME", default_value_t)]
    pub(crate) semantics: Semantics,
}
