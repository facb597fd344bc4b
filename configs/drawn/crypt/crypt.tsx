<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.8" tiledversion="1.8.2" name="crypt" tilewidth="16" tileheight="16" tilecount="8" columns="8">
 <image source="crypt.png" width="128" height="16"/>
 <tile id="0" type="floor"/>
 <tile id="1" type="wall"/>
 <tile id="2" type="water"/>
 <tile id="3" type="door"/>
 <tile id="4" type="player"/>
 <tile id="5" type="exit"/>
 <tile id="6" type="coin"/>
 <tile id="7" type="enemy"/>
</tileset>
