//! Level generators written in Marahel, as assets of the game engine Bevy.
//!
//! ```no_run
//! use bevy::prelude::*;
//! use bevy_marahel::{MarahelGenerator, MarahelPlugin};
//!
//! #[derive(Resource)]
//! struct Dungeon(Handle<MarahelGenerator>);
//!
//! fn load(mut commands: Commands, assets: Res<AssetServer>) {
//!     commands.insert_resource(Dungeon(assets.load("dungeon.marahel.json")));
//! }
//!
//! fn print(dungeon: Res<Dungeon>, generators: Res<Assets<MarahelGenerator>>) -> Result {
//!     if let Some(generator) = generators.get(&dungeon.0) {
//!         println!("{}", generator.generate(7)?.to_text());
//!     }
//!     Ok(())
//! }
//!
//! App::new()
//!     .add_plugins((MinimalPlugins, AssetPlugin::default(), MarahelPlugin))
//!     .add_systems(Startup, load)
//!     .add_systems(Update, print)
//!     .run();
//! ```

use std::ops::Deref;

use bevy::asset::io::Reader;
use bevy::asset::{AssetLoader, LoadContext};
use bevy::prelude::*;
use marahel::Generator;

/// The language itself: levels, tiles, generators.
pub use marahel;

/// Loads scripts as [`MarahelGenerator`]; add it after Bevy's `AssetPlugin`.
pub struct MarahelPlugin;

impl Plugin for MarahelPlugin {
    fn build(&self, app: &mut App) {
        app.init_asset::<MarahelGenerator>().register_asset_loader(ScriptLoader);
    }
}

/// A script that is ready to make levels: a [`Generator`].
#[derive(Asset, Clone, Debug, TypePath)]
pub struct MarahelGenerator(pub Generator);

impl Deref for MarahelGenerator {
    type Target = Generator;

    fn deref(&self) -> &Generator {
        &self.0
    }
}

/// Reads any file that is asked for as a [`MarahelGenerator`], and `*.marahel.json`
/// for whoever does not say a type.
///
/// A script with mistakes fails to load; the error lists them with their places.
#[derive(TypePath)]
struct ScriptLoader;

impl AssetLoader for ScriptLoader {
    type Asset = MarahelGenerator;
    type Settings = ();
    type Error = BevyError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        _context: &mut LoadContext<'_>,
    ) -> Result<MarahelGenerator, BevyError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        Ok(MarahelGenerator(Generator::parse(str::from_utf8(&bytes)?)?))
    }

    fn extensions(&self) -> &[&str] {
        &["marahel.json"]
    }
}
