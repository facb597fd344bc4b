## Paints levels with the terrains of your own TileSet: corners and edges as you made them.
##
## The levels are lines that `marahel generate --out levels.jsonl` wrote. An entity is the
## terrain of its name, or else the tile whose custom data `name` is its name.
extends TileMapLayer

## The levels.
@export_file("*.jsonl") var levels := "res://levels.jsonl"
## The layer for tiles that are no terrain, such as doors and keys [default: this one].
@export var things: TileMapLayer
## The level, by its line, from 0.
@export var level := 0


func _ready() -> void:
	show_level(level)


func show_level(number: int) -> void:
	var lines := FileAccess.get_file_as_string(levels).split("\n", false)
	if number >= lines.size():
		push_error("%s has %d levels; write more with `marahel generate`" % [levels, lines.size()])
		return
	var parsed = JSON.parse_string(lines[number])
	var cells := cells_by_entity(parsed)
	clear()
	if things != null:
		things.clear()
	for terrain_set in tile_set.get_terrain_sets_count():
		for terrain in tile_set.get_terrains_count(terrain_set):
			var entity := tile_set.get_terrain_name(terrain_set, terrain)
			if cells.has(entity):
				set_cells_terrain_connect(cells[entity], terrain_set, terrain)
				cells.erase(entity)
	for entity in cells:
		_paint_tile(cells[entity], entity)


## The cells of each entity of a level. Cells that the script wrote nothing to are left out.
static func cells_by_entity(parsed: Dictionary) -> Dictionary:
	var cells := {}
	for y in parsed.tiles.size():
		for x in parsed.tiles[y].size():
			var tile := int(parsed.tiles[y][x])
			if tile < 0:
				continue
			var entity: String = parsed.entities[tile]
			if not cells.has(entity):
				cells[entity] = [] as Array[Vector2i]
			cells[entity].append(Vector2i(x, y))
	return cells


## Sets all cells of an entity that is no terrain.
func _paint_tile(cells: Array[Vector2i], entity: String) -> void:
	var layer := self if things == null else things
	var has_names := layer.tile_set.get_custom_data_layer_by_name("name") >= 0
	for index in layer.tile_set.get_source_count():
		var source_id := layer.tile_set.get_source_id(index)
		var source := layer.tile_set.get_source(source_id) as TileSetAtlasSource
		if source == null or not has_names:
			continue
		for tile in source.get_tiles_count():
			var place := source.get_tile_id(tile)
			if str(source.get_tile_data(place, 0).get_custom_data("name")) == entity:
				for cell in cells:
					layer.set_cell(cell, source_id, place)
				return
	push_warning("no terrain and no tile is called %s; its cells stay empty" % entity)
