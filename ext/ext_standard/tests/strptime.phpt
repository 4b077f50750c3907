--TEST--
strptime()
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
foreach ([
    ["2024-02-29 13:14:15 rest", "%Y-%m-%d %H:%M:%S"], ["Mon Feb  5 1 2", "%a %b %e %k %l"], ["12/31/99 11:59:59 pm", "%D %r"],
    ["1700000000", "%s"], ["60 2023", "%j %Y"], ["366 2024", "%j %Y"], ["10 3 2021", "%U %w %Y"], ["0 0 2021", "%W %w %Y"],
    ["19 05 3", "%C %y %m"], ["19 2020", "%C %Y"], ["+05:30", "%z"], ["-5", "%z"], ["CET rest", "%Z"], ["", "%Y"], ["", ""],
    ["abc", ""], ["  12", "%H"], ["SEPTEMBER 3", "%b %d"], ["99", "%H"], ["05", "%Om"], ["5", "%05m"], ["12 AM", "%I %p"],
    ["69 68", "%y"], ["99999999999999999999", "%s"], ["100%", "%S0%%"], ["100%", "%H0%%"], ["2021", "%Q"], ["2021", "%"],
] as [$text, $format]) {
    echo "$format: ", json_encode(strptime($text, $format)), "\n";
}
?>
--EXPECT--
%Y-%m-%d %H:%M:%S: {"tm_sec":15,"tm_min":14,"tm_hour":13,"tm_mday":29,"tm_mon":1,"tm_year":124,"tm_wday":4,"tm_yday":59,"unparsed":" rest"}
%a %b %e %k %l: {"tm_sec":0,"tm_min":0,"tm_hour":2,"tm_mday":5,"tm_mon":1,"tm_year":0,"tm_wday":1,"tm_yday":35,"unparsed":""}
%D %r: {"tm_sec":59,"tm_min":59,"tm_hour":23,"tm_mday":31,"tm_mon":11,"tm_year":99,"tm_wday":5,"tm_yday":364,"unparsed":""}
%s: {"tm_sec":20,"tm_min":13,"tm_hour":22,"tm_mday":14,"tm_mon":10,"tm_year":123,"tm_wday":2,"tm_yday":317,"unparsed":""}
%j %Y: {"tm_sec":0,"tm_min":0,"tm_hour":0,"tm_mday":1,"tm_mon":2,"tm_year":123,"tm_wday":3,"tm_yday":59,"unparsed":""}
%j %Y: {"tm_sec":0,"tm_min":0,"tm_hour":0,"tm_mday":31,"tm_mon":11,"tm_year":124,"tm_wday":2,"tm_yday":365,"unparsed":""}
%U %w %Y: {"tm_sec":0,"tm_min":0,"tm_hour":0,"tm_mday":10,"tm_mon":2,"tm_year":121,"tm_wday":3,"tm_yday":68,"unparsed":""}
%W %w %Y: {"tm_sec":0,"tm_min":0,"tm_hour":0,"tm_mday":3,"tm_mon":0,"tm_year":121,"tm_wday":0,"tm_yday":2,"unparsed":""}
%C %y %m: {"tm_sec":0,"tm_min":0,"tm_hour":0,"tm_mday":0,"tm_mon":2,"tm_year":5,"tm_wday":2,"tm_yday":58,"unparsed":""}
%C %Y: {"tm_sec":0,"tm_min":0,"tm_hour":0,"tm_mday":0,"tm_mon":0,"tm_year":0,"tm_wday":0,"tm_yday":-1,"unparsed":""}
%z: {"tm_sec":0,"tm_min":0,"tm_hour":0,"tm_mday":0,"tm_mon":0,"tm_year":0,"tm_wday":0,"tm_yday":0,"unparsed":""}
%z: false
%Z: {"tm_sec":0,"tm_min":0,"tm_hour":0,"tm_mday":0,"tm_mon":0,"tm_year":0,"tm_wday":0,"tm_yday":0,"unparsed":" rest"}
%Y: false
: {"tm_sec":0,"tm_min":0,"tm_hour":0,"tm_mday":0,"tm_mon":0,"tm_year":0,"tm_wday":0,"tm_yday":0,"unparsed":""}
: {"tm_sec":0,"tm_min":0,"tm_hour":0,"tm_mday":0,"tm_mon":0,"tm_year":0,"tm_wday":0,"tm_yday":0,"unparsed":"abc"}
%H: {"tm_sec":0,"tm_min":0,"tm_hour":12,"tm_mday":0,"tm_mon":0,"tm_year":0,"tm_wday":0,"tm_yday":0,"unparsed":""}
%b %d: {"tm_sec":0,"tm_min":0,"tm_hour":0,"tm_mday":3,"tm_mon":8,"tm_year":0,"tm_wday":1,"tm_yday":245,"unparsed":""}
%H: {"tm_sec":0,"tm_min":0,"tm_hour":9,"tm_mday":0,"tm_mon":0,"tm_year":0,"tm_wday":0,"tm_yday":0,"unparsed":"9"}
%Om: {"tm_sec":0,"tm_min":0,"tm_hour":0,"tm_mday":0,"tm_mon":4,"tm_year":0,"tm_wday":1,"tm_yday":119,"unparsed":""}
%05m: {"tm_sec":0,"tm_min":0,"tm_hour":0,"tm_mday":0,"tm_mon":4,"tm_year":0,"tm_wday":1,"tm_yday":119,"unparsed":""}
%I %p: {"tm_sec":0,"tm_min":0,"tm_hour":0,"tm_mday":0,"tm_mon":0,"tm_year":0,"tm_wday":0,"tm_yday":0,"unparsed":""}
%y: {"tm_sec":0,"tm_min":0,"tm_hour":0,"tm_mday":0,"tm_mon":0,"tm_year":69,"tm_wday":2,"tm_yday":-1,"unparsed":" 68"}
%s: false
%S0%%: {"tm_sec":10,"tm_min":0,"tm_hour":0,"tm_mday":0,"tm_mon":0,"tm_year":0,"tm_wday":0,"tm_yday":0,"unparsed":""}
%H0%%: {"tm_sec":0,"tm_min":0,"tm_hour":10,"tm_mday":0,"tm_mon":0,"tm_year":0,"tm_wday":0,"tm_yday":0,"unparsed":""}
%Q: false
%: false
