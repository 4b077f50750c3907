--TEST--
A document in pieces, into arrays, and one that is wrong
--FILE--
<?php
$parser = xml_parser_create();
xml_set_element_handler($parser, function ($p, $name, $attributes) { echo "<$name ", json_encode($attributes), ">"; }, function ($p, $name) { echo "</$name>"; });
xml_set_character_data_handler($parser, function ($p, $text) { echo $text; });
foreach (str_split('<a x="1 &amp; 2">t<b/>&lt;<![CDATA[<]]></a>', 3) as $piece) {
    xml_parse($parser, $piece);
}
var_dump(xml_parse($parser, '', true));

$parser = xml_parser_create();
xml_parser_set_option($parser, XML_OPTION_SKIP_WHITE, 1);
var_dump(xml_parse_into_struct($parser, "<a>\n <b i='1'>x</b>y</a>", $values, $index));
echo json_encode($values), "\n", json_encode($index), "\n";

$parser = xml_parser_create();
var_dump(xml_parse($parser, '<a></b>', true), xml_error_string(xml_get_error_code($parser)));
?>
--EXPECT--
<A {"X":"1 & 2"}>t<B []></B><<</A>int(1)
int(1)
[{"tag":"A","type":"open","level":1},{"tag":"B","type":"complete","level":2,"attributes":{"I":"1"},"value":"x"},{"tag":"A","value":"y","type":"cdata","level":1},{"tag":"A","type":"close","level":1}]
{"A":[0,2,3],"B":[1]}
int(0)
string(14) "Mismatched tag"
