<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="cave" tilewidth="16" tileheight="16" tilecount="56" columns="8">
 <image source="cave.png" width="128" height="112"/>
 <tile id="47" type="empty"/>
 <tile id="48" type="player"/>
 <tile id="49" type="key"/>
 <tile id="50" type="door"/>
 <tile id="51" type="enemy"/>
 <tile id="52" type="exit"/>
 <tile id="53" type="crate"/>
 <tile id="54" type="target"/>
 <tile id="55" type="treasure"/>
 <wangsets>
  <wangset name="rock" type="mixed" tile="-1">
   <wangcolor name="solid" color="#288080" tile="-1" probability="1"/>
   <wangtile tileid="1" wangid="0,0,0,0,0,0,1,0"/>
   <wangtile tileid="2" wangid="0,0,0,0,1,0,0,0"/>
   <wangtile tileid="3" wangid="0,0,0,0,1,0,1,0"/>
   <wangtile tileid="4" wangid="0,0,0,0,1,1,1,0"/>
   <wangtile tileid="5" wangid="0,0,1,0,0,0,0,0"/>
   <wangtile tileid="6" wangid="0,0,1,0,0,0,1,0"/>
   <wangtile tileid="7" wangid="0,0,1,0,1,0,0,0"/>
   <wangtile tileid="8" wangid="0,0,1,0,1,0,1,0"/>
   <wangtile tileid="9" wangid="0,0,1,0,1,1,1,0"/>
   <wangtile tileid="10" wangid="0,0,1,1,1,0,0,0"/>
   <wangtile tileid="11" wangid="0,0,1,1,1,0,1,0"/>
   <wangtile tileid="12" wangid="0,0,1,1,1,1,1,0"/>
   <wangtile tileid="13" wangid="1,0,0,0,0,0,0,0"/>
   <wangtile tileid="14" wangid="1,0,0,0,0,0,1,0"/>
   <wangtile tileid="15" wangid="1,0,0,0,0,0,1,1"/>
   <wangtile tileid="16" wangid="1,0,0,0,1,0,0,0"/>
   <wangtile tileid="17" wangid="1,0,0,0,1,0,1,0"/>
   <wangtile tileid="18" wangid="1,0,0,0,1,0,1,1"/>
   <wangtile tileid="19" wangid="1,0,0,0,1,1,1,0"/>
   <wangtile tileid="20" wangid="1,0,0,0,1,1,1,1"/>
   <wangtile tileid="21" wangid="1,0,1,0,0,0,0,0"/>
   <wangtile tileid="22" wangid="1,0,1,0,0,0,1,0"/>
   <wangtile tileid="23" wangid="1,0,1,0,0,0,1,1"/>
   <wangtile tileid="24" wangid="1,0,1,0,1,0,0,0"/>
   <wangtile tileid="25" wangid="1,0,1,0,1,0,1,0"/>
   <wangtile tileid="26" wangid="1,0,1,0,1,0,1,1"/>
   <wangtile tileid="27" wangid="1,0,1,0,1,1,1,0"/>
   <wangtile tileid="28" wangid="1,0,1,0,1,1,1,1"/>
   <wangtile tileid="29" wangid="1,0,1,1,1,0,0,0"/>
   <wangtile tileid="30" wangid="1,0,1,1,1,0,1,0"/>
   <wangtile tileid="31" wangid="1,0,1,1,1,0,1,1"/>
   <wangtile tileid="32" wangid="1,0,1,1,1,1,1,0"/>
   <wangtile tileid="33" wangid="1,0,1,1,1,1,1,1"/>
   <wangtile tileid="34" wangid="1,1,1,0,0,0,0,0"/>
   <wangtile tileid="35" wangid="1,1,1,0,0,0,1,0"/>
   <wangtile tileid="36" wangid="1,1,1,0,0,0,1,1"/>
   <wangtile tileid="37" wangid="1,1,1,0,1,0,0,0"/>
   <wangtile tileid="38" wangid="1,1,1,0,1,0,1,0"/>
   <wangtile tileid="39" wangid="1,1,1,0,1,0,1,1"/>
   <wangtile tileid="40" wangid="1,1,1,0,1,1,1,0"/>
   <wangtile tileid="41" wangid="1,1,1,0,1,1,1,1"/>
   <wangtile tileid="42" wangid="1,1,1,1,1,0,0,0"/>
   <wangtile tileid="43" wangid="1,1,1,1,1,0,1,0"/>
   <wangtile tileid="44" wangid="1,1,1,1,1,0,1,1"/>
   <wangtile tileid="45" wangid="1,1,1,1,1,1,1,0"/>
   <wangtile tileid="46" wangid="1,1,1,1,1,1,1,1"/>
  </wangset>
 </wangsets>
</tileset>
