//! Scripts that Bevy loads make the levels that the program makes.

#[path = "../../program.rs"]
mod program;

use std::path::Path;

use bevy::asset::LoadState;
use bevy::prelude::*;
use bevy_marahel::{MarahelGenerator, MarahelPlugin};

#[test]
fn levels_equal_those_of_the_program() {
    let program = program::program();
    let scripts = program::scripts();
    let mut app = app(scripts[0].parent().and_then(Path::parent).expect("scripts are in folders"));
    for script in scripts {
        let handle = loaded(&mut app, &script);
        let generators = app.world().resource::<Assets<MarahelGenerator>>();
        let generator = generators.get(&handle).expect("the script is loaded");
        let level = |seed| generator.generate(seed).expect("the level is not costly").to_csv();
        let levels: Vec<String> = (0..program::N_SEEDS).map(level).collect();
        assert!(levels.join("\n") == program::levels(&program, &script), "{}", script.display());
    }
}

#[test]
fn mistakes_of_a_script_are_told_with_their_places() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let script = folder.join("broken.marahel.json");
    std::fs::write(&script, "{\"metadata\": 3,\n \"entities\": 4}").expect("the folder is there");
    let mut app = app(folder);
    let handle = loaded(&mut app, &script);
    let state = app.world().resource::<AssetServer>().load_state(&handle);
    let LoadState::Failed(error) = &state else { panic!("it loads: {state:?}") };
    assert!(error.to_string().contains("line 2"), "{error}");
}

/// An application without a window, with its assets in `folder`.
fn app(folder: &Path) -> App {
    let file_path = folder.to_str().expect("the folder has a name of letters").to_owned();
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, AssetPlugin { file_path, ..default() }, MarahelPlugin));
    app
}

/// The handle of a script of the application's folder, loaded or refused.
fn loaded(app: &mut App, script: &Path) -> Handle<MarahelGenerator> {
    let folder = app.get_added_plugins::<AssetPlugin>()[0].file_path.clone();
    let name = script.strip_prefix(&folder).expect("scripts are in the folder of assets");
    let handle = app.world().resource::<AssetServer>().load(name.to_owned());
    while matches!(
        app.world().resource::<AssetServer>().load_state(&handle),
        LoadState::NotLoaded | LoadState::Loading
    ) {
        app.update();
    }
    handle
}
