des.level_init({ style = "solidfill", fg = " " });
des.map([[
-----
-...-
-...+
-----
]]);
des.object("boulder",{02,01})
