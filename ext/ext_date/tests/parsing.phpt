--TEST--
What texts and formats say
--INI--
date.timezone=UTC
--FILE--
<?php
$formats = [
    ["Y-m-d", "2024-02-30"], ["!d/m/Y", "10/02/2024"], ["Y-m-d|", "2024-02-10"], ["U.u", "-1.5"], ["H\h i\m", "23h 15m"],
    ["D, d M Y g:i a T", "Sat, 10 Feb 2024 5:03 pm CET"], ["Y-z", "2024-365"], ["z Y", "1 2024"], ["Y-m-d", "2024-02-10 rest"],
    ["Y-m-d+", "2024-02-10 rest"], ["i", "5"], ["g", "13"], ["X-m-d", "+12345-01-01"], ["e", "Nowhere"], ["a g", "am 5"], ["?*;d", "x12y;7"],
];
foreach ($formats as [$format, $text]) {
    echo json_encode(date_parse_from_format($format, $text)), "\n";
}
foreach (["10:30 +2 days", "2024W066 CET", "@-1.5", "back of 7pm", "10/Oct/2000:13:55:36 -0700", "first sat of July 2008", "3 weeks ago", "25:00", "10:00 11:00", "CET EST UTC"] as $text) {
    echo json_encode(date_parse($text)), "\n";
}
?>
--EXPECT--
{"year":2024,"month":2,"day":30,"hour":false,"minute":false,"second":false,"fraction":false,"warning_count":1,"warnings":{"10":"The parsed date was invalid"},"error_count":0,"errors":[],"is_localtime":false}
{"year":2024,"month":2,"day":10,"hour":0,"minute":0,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":0,"errors":[],"is_localtime":false}
{"year":2024,"month":2,"day":10,"hour":0,"minute":0,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":0,"errors":[],"is_localtime":false}
{"year":1969,"month":12,"day":31,"hour":23,"minute":59,"second":59,"fraction":0.5,"warning_count":0,"warnings":[],"error_count":0,"errors":[],"is_localtime":true,"zone_type":1,"zone":0,"is_dst":false}
{"year":false,"month":false,"day":false,"hour":23,"minute":15,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":0,"errors":[],"is_localtime":false}
{"year":2024,"month":2,"day":10,"hour":17,"minute":3,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":0,"errors":[],"is_localtime":true,"zone_type":2,"zone":3600,"is_dst":false,"tz_abbr":"CET","relative":{"year":0,"month":0,"day":0,"hour":0,"minute":0,"second":0,"weekday":6}}
{"year":2024,"month":12,"day":31,"hour":false,"minute":false,"second":false,"fraction":false,"warning_count":0,"warnings":[],"error_count":0,"errors":[],"is_localtime":false}
{"year":2024,"month":false,"day":false,"hour":false,"minute":false,"second":false,"fraction":false,"warning_count":0,"warnings":[],"error_count":1,"errors":["A 'day of year' can only come after a year has been found"],"is_localtime":false}
{"year":2024,"month":2,"day":10,"hour":false,"minute":false,"second":false,"fraction":false,"warning_count":0,"warnings":[],"error_count":1,"errors":{"10":"Trailing data"},"is_localtime":false}
{"year":2024,"month":2,"day":10,"hour":false,"minute":false,"second":false,"fraction":false,"warning_count":1,"warnings":{"10":"Trailing data"},"error_count":0,"errors":[],"is_localtime":false}
{"year":false,"month":false,"day":false,"hour":false,"minute":false,"second":false,"fraction":false,"warning_count":0,"warnings":[],"error_count":1,"errors":["A two digit minute could not be found"],"is_localtime":false}
{"year":false,"month":false,"day":false,"hour":13,"minute":0,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":1,"errors":["Hour cannot be higher than 12"],"is_localtime":false}
{"year":12345,"month":1,"day":1,"hour":false,"minute":false,"second":false,"fraction":false,"warning_count":0,"warnings":[],"error_count":0,"errors":[],"is_localtime":false}
{"year":false,"month":false,"day":false,"hour":false,"minute":false,"second":false,"fraction":false,"warning_count":0,"warnings":[],"error_count":1,"errors":["The timezone could not be found in the database"],"is_localtime":true,"zone_type":0}
{"year":false,"month":false,"day":false,"hour":5,"minute":0,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":1,"errors":["Meridian can only come after an hour has been found"],"is_localtime":false}
{"year":false,"month":false,"day":2,"hour":false,"minute":false,"second":false,"fraction":false,"warning_count":0,"warnings":[],"error_count":2,"errors":{"2":"The separation symbol could not be found","3":"Trailing data"},"is_localtime":false}
{"year":false,"month":false,"day":false,"hour":10,"minute":30,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":0,"errors":[],"is_localtime":false,"relative":{"year":0,"month":0,"day":2,"hour":0,"minute":0,"second":0}}
{"year":2024,"month":1,"day":1,"hour":false,"minute":false,"second":false,"fraction":false,"warning_count":0,"warnings":[],"error_count":0,"errors":[],"is_localtime":true,"zone_type":2,"zone":3600,"is_dst":false,"tz_abbr":"CET","relative":{"year":0,"month":0,"day":40,"hour":0,"minute":0,"second":0}}
{"year":1970,"month":1,"day":1,"hour":0,"minute":0,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":0,"errors":[],"is_localtime":true,"zone_type":1,"zone":0,"is_dst":false,"relative":{"year":0,"month":0,"day":0,"hour":0,"minute":0,"second":-1}}
{"year":false,"month":false,"day":false,"hour":19,"minute":15,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":0,"errors":[],"is_localtime":false}
{"year":2000,"month":10,"day":10,"hour":13,"minute":55,"second":36,"fraction":0,"warning_count":0,"warnings":[],"error_count":0,"errors":[],"is_localtime":true,"zone_type":1,"zone":-25200,"is_dst":false}
{"year":2008,"month":7,"day":1,"hour":0,"minute":0,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":0,"errors":[],"is_localtime":false,"relative":{"year":0,"month":0,"day":0,"hour":0,"minute":0,"second":0,"weekday":6}}
{"year":false,"month":false,"day":false,"hour":false,"minute":false,"second":false,"fraction":false,"warning_count":0,"warnings":[],"error_count":0,"errors":[],"is_localtime":false,"relative":{"year":0,"month":0,"day":-21,"hour":0,"minute":0,"second":0}}
{"year":false,"month":false,"day":false,"hour":5,"minute":0,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":1,"errors":["Unexpected character"],"is_localtime":false}
{"year":false,"month":false,"day":false,"hour":10,"minute":0,"second":0,"fraction":0,"warning_count":0,"warnings":[],"error_count":1,"errors":{"6":"Double time specification"},"is_localtime":false}
{"year":false,"month":false,"day":false,"hour":false,"minute":false,"second":false,"fraction":false,"warning_count":1,"warnings":{"4":"Double timezone specification"},"error_count":1,"errors":{"8":"Double timezone specification"},"is_localtime":true,"zone_type":2,"zone":3600,"is_dst":false,"tz_abbr":"CET"}

