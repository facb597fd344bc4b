## Shows levels that `marahel generate --format tmj --out maps/` wrote.
extends TileMapLayer

## The folder of the maps and of the picture of their tiles.
@export_dir var folder := "res://maps"
## The level, by its seed.
@export var level_seed := 0

var _entities: Array
var _columns := 1


func _ready() -> void:
	show_level(level_seed)


## The next level on Space or Enter.
func _unhandled_input(event: InputEvent) -> void:
	if event.is_action_pressed("ui_accept"):
		level_seed += 1
		show_level(level_seed)


func show_level(number: int) -> void:
	var path := folder.path_join("%06d.tmj" % number)
	var map = JSON.parse_string(FileAccess.get_file_as_string(path))
	if map == null:
		push_error("there is no map %s; write it with `marahel generate`" % path)
		return
	_read_tiles(map.tilesets[0])
	clear()
	var width := int(map.width)
	for index in map.layers[0].data.size():
		var tile := int(map.layers[0].data[index]) - 1
		if tile >= 0:  # the script wrote nothing to other cells
			set_cell(_place(index, width), 0, _place(tile, _columns))


## The name of the entity in a cell; "unknown" where there is none.
func entity_at(cell: Vector2i) -> String:
	var tile := get_cell_atlas_coords(cell)
	return _entities[tile.y * _columns + tile.x] if tile.x >= 0 else "unknown"


func _read_tiles(tiles: Dictionary) -> void:
	_entities = tiles.tiles.map(func(tile): return tile.type)
	_columns = int(tiles.columns)
	var atlas := TileSetAtlasSource.new()
	atlas.texture = load(folder.path_join(tiles.image))
	atlas.texture_region_size = Vector2i(int(tiles.tilewidth), int(tiles.tileheight))
	for tile in _entities.size():
		atlas.create_tile(_place(tile, _columns))
	tile_set = TileSet.new()
	tile_set.tile_size = atlas.texture_region_size
	tile_set.add_source(atlas, 0)


@warning_ignore("integer_division")
func _place(index: int, columns: int) -> Vector2i:
	return Vector2i(index % columns, index / columns)
