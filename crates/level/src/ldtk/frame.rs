//! What a project of LDtk says around its tiles, field by field.
//!
//! Most fields are settings of the editor, with the values of a new project.

use serde_json::{Value, json};

use crate::{Entity, Level};

const VERSION: &str = "1.5.3";

/// Number by which the only layer is known.
const LAYER_UID: usize = 1;
/// Number by which the first level is known.
const LEVEL_UID: usize = 2;

/// Everything but the levels.
pub(super) fn project(
    values: &[(String, &Entity)],
    doc: Option<&str>,
    n_levels: usize,
    grid_size: u32,
) -> Value {
    json!({
        "__header__": {
            "fileType": "LDtk Project JSON",
            "app": "LDtk",
            "doc": "https://ldtk.io/json",
            "schema": "https://ldtk.io/files/JSON_SCHEMA.json",
            "appAuthor": "Sebastien 'deepnight' Benard",
            "appVersion": VERSION,
            "url": "https://ldtk.io",
        },
        "iid": iid(0, 0),
        "jsonVersion": VERSION,
        "appBuildId": 473_703,
        "nextUid": LEVEL_UID + n_levels,
        "identifierStyle": "Free",
        "toc": [],
        "worldLayout": "Free",
        "worldGridWidth": 16 * grid_size,
        "worldGridHeight": 16 * grid_size,
        "defaultLevelWidth": 16 * grid_size,
        "defaultLevelHeight": 16 * grid_size,
        "defaultPivotX": 0,
        "defaultPivotY": 0,
        "defaultGridSize": grid_size,
        "defaultEntityWidth": grid_size,
        "defaultEntityHeight": grid_size,
        "bgColor": BACKGROUND,
        "defaultLevelBgColor": BACKGROUND,
        "minifyJson": true,
        "externalLevels": false,
        "exportTiled": false,
        "simplifiedExport": false,
        "imageExportMode": "None",
        "exportLevelBg": true,
        "pngFilePattern": null,
        "backupOnSave": false,
        "backupLimit": 10,
        "backupRelPath": null,
        "levelNamePattern": "Level_%idx",
        "tutorialDesc": null,
        "customCommands": [],
        "flags": [],
        "defs": {
            "layers": [layer_definition(values, doc, grid_size)],
            "entities": [],
            "tilesets": [],
            "enums": [],
            "externalEnums": [],
            "levelFields": [],
        },
        "worlds": [],
        "dummyWorldIid": iid(1, 0),
    })
}

/// A level without its layer. `place` is its top left corner, in tiles.
pub(super) fn level(
    level: &Level,
    name: &str,
    index: usize,
    (column, row): (usize, usize),
    grid_size: u32,
) -> Value {
    let grid_size = grid_size as usize;
    json!({
        "identifier": name,
        "iid": iid(2, index),
        "uid": LEVEL_UID + index,
        "worldX": column * grid_size,
        "worldY": row * grid_size,
        "worldDepth": 0,
        "pxWid": level.width() * grid_size,
        "pxHei": level.height() * grid_size,
        "__bgColor": BACKGROUND,
        "bgColor": null,
        "useAutoIdentifier": false,
        "bgRelPath": null,
        "bgPos": null,
        "bgPivotX": 0.5,
        "bgPivotY": 0.5,
        "__smartColor": "#ADADB5",
        "__bgPos": null,
        "externalRelPath": null,
        "fieldInstances": [],
        "__neighbours": [],
    })
}

/// The layer of a level without its cells.
pub(super) fn layer_instance(level: &Level, index: usize, grid_size: u32) -> Value {
    json!({
        "__identifier": LAYER_NAME,
        "__type": "IntGrid",
        "__cWid": level.width(),
        "__cHei": level.height(),
        "__gridSize": grid_size,
        "__opacity": 1,
        "__pxTotalOffsetX": 0,
        "__pxTotalOffsetY": 0,
        "__tilesetDefUid": null,
        "__tilesetRelPath": null,
        "iid": iid(3, index),
        "levelId": LEVEL_UID + index,
        "layerDefUid": LAYER_UID,
        "pxOffsetX": 0,
        "pxOffsetY": 0,
        "visible": true,
        "optionalRules": [],
        "autoLayerTiles": [],
        "seed": 0,
        "overrideTilesetUid": null,
        "gridTiles": [],
        "entityInstances": [],
    })
}

const LAYER_NAME: &str = "Tiles";
const BACKGROUND: &str = "#40465B";

fn layer_definition(values: &[(String, &Entity)], doc: Option<&str>, grid_size: u32) -> Value {
    let values = (1..).zip(values).map(|(value, (identifier, entity)): (u32, _)| {
        let [red, green, blue] = entity.color;
        let color = format!("#{red:02X}{green:02X}{blue:02X}");
        json!({
            "value": value,
            "identifier": identifier,
            "color": color,
            "tile": null,
            "groupUid": 0,
        })
    });
    json!({
        "__type": "IntGrid",
        "identifier": LAYER_NAME,
        "type": "IntGrid",
        "uid": LAYER_UID,
        "doc": doc,
        "uiColor": null,
        "gridSize": grid_size,
        "guideGridWid": 0,
        "guideGridHei": 0,
        "displayOpacity": 1,
        "inactiveOpacity": 1,
        "hideInList": false,
        "hideFieldsWhenInactive": true,
        "canSelectWhenInactive": true,
        "renderInWorldView": true,
        "pxOffsetX": 0,
        "pxOffsetY": 0,
        "parallaxFactorX": 0,
        "parallaxFactorY": 0,
        "parallaxScaling": true,
        "requiredTags": [],
        "excludedTags": [],
        "autoTilesKilledByOtherLayerUid": null,
        "uiFilterTags": [],
        "useAsyncRender": false,
        "intGridValues": values.collect::<Vec<_>>(),
        "intGridValuesGroups": [],
        "autoRuleGroups": [],
        "autoSourceLayerDefUid": null,
        "tilesetDefUid": null,
        "tilePivotX": 0,
        "tilePivotY": 0,
        "biomeFieldUid": null,
    })
}

/// An identifier in the form of a UUID, the same whenever the project is made.
fn iid(kind: u32, index: usize) -> String {
    format!("{kind:08x}-0000-4000-8000-{index:012x}")
}
