//! The options for how the language is read.

use marahel::{Generator, Semantics};
use marahel_script::Script;

/// For programs without a config.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct ReadingArgs {
    /// Semantics of the language: documented, or fdg20 as the released engine behaves.
    #[arg(long, value_name = "NAME", default_value_t)]
    semantics: Semantics,
}

impl ReadingArgs {
    /// The generator of a script.
    pub(crate) fn generator(self, script: &Script) -> Generator {
        self.read(Generator::new(script))
    }

    /// A generator in this reading.
    pub(crate) fn read(self, generator: Generator) -> Generator {
        generator.read_as(self.semantics)
    }

    /// The name of the reading.
    pub(crate) fn name(self) -> String {
        self.semantics.to_string()
    }
}

/// For programs with a config, which has a reading.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct ReadingSetting {
    /// Semantics of the language: documented, or fdg20 as the released engine behaves.
    #[arg(long, value_name = "NAME")]
    semantics: Option<Semantics>,
}

impl ReadingSetting {
    /// The key and the value of the setting.
    pub(crate) fn setting(self) -> Option<(String, String)> {
        self.semantics.map(|reading| ("study.semantics".to_owned(), reading.to_string()))
    }
}
