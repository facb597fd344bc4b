//! A level as a tilemap of `bevy_ecs_tilemap`, each tile a square of its color.
//!
//! `cargo run --features example --example tilemap -- gallery/castle.json 7`

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_ecs_tilemap::prelude::*;
use bevy_marahel::marahel::level::Level;
use bevy_marahel::{MarahelGenerator, MarahelPlugin};

/// Width of a tile, in pixels.
const TILE_SIZE: u32 = 16;

/// The script while it loads, and the seed of the level to show.
#[derive(Resource)]
struct Wanted(Handle<MarahelGenerator>, u64);

fn main() {
    let scripts = AssetPlugin { file_path: "../../configs/generators".into(), ..default() };
    App::new()
        .add_plugins((DefaultPlugins.set(scripts), TilemapPlugin, MarahelPlugin))
        .add_systems(Startup, load)
        .add_systems(Update, show.run_if(resource_exists::<Wanted>))
        .run();
}

fn load(mut commands: Commands, assets: Res<AssetServer>) -> Result {
    let mut words = std::env::args().skip(1);
    let script = words.next().unwrap_or("gallery/castle.json".to_owned());
    let seed = words.next().map_or(Ok(0), |seed| seed.parse())?;
    commands.insert_resource(Wanted(assets.load(script), seed));
    commands.spawn(Camera2d);
    Ok(())
}

/// Shows the level as soon as its script is there.
fn show(
    mut commands: Commands,
    wanted: Res<Wanted>,
    generators: Res<Assets<MarahelGenerator>>,
    mut images: ResMut<Assets<Image>>,
) -> Result {
    let Some(generator) = generators.get(&wanted.0) else { return Ok(()) };
    commands.remove_resource::<Wanted>();
    spawn(&mut commands, &generator.generate(wanted.1)?, images.add(white_square()));
    Ok(())
}

fn spawn(commands: &mut Commands, level: &Level, picture: Handle<Image>) {
    let size = TilemapSize { x: level.width() as u32, y: level.height() as u32 };
    let tile_size = TilemapTileSize { x: TILE_SIZE as f32, y: TILE_SIZE as f32 };
    let map = commands.spawn_empty().id();
    let mut storage = TileStorage::empty(size);
    for y in 0..size.y {
        for x in 0..size.x {
            let [red, green, blue] = level.palette().color(level.get(x as usize, y as usize));
            // rows of levels go down, those of Bevy up
            let position = TilePos { x, y: size.y - 1 - y };
            let tile = TileBundle {
                position,
                tilemap_id: TilemapId(map),
                color: TileColor(Color::srgb_u8(red, green, blue)),
                ..default()
            };
            storage.set(&position, commands.spawn(tile).id());
        }
    }
    commands.entity(map).insert(TilemapBundle {
        size,
        storage,
        tile_size,
        grid_size: tile_size.into(),
        texture: TilemapTexture::Single(picture),
        anchor: TilemapAnchor::Center,
        ..default()
    });
}

fn white_square() -> Image {
    Image::new_fill(
        Extent3d { width: TILE_SIZE, height: TILE_SIZE, ..default() },
        TextureDimension::D2,
        &[255; 4],
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    )
}
