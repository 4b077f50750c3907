--TEST--
The prefix xml has its namespace without being declared
--EXTENSIONS--
xml
--FILE--
<?php
$parser = xml_parser_create_ns('UTF-8', '|');
xml_parser_set_option($parser, XML_OPTION_CASE_FOLDING, 0);
xml_set_element_handler($parser, function ($parser, $name, $attributes) {
    echo $name, ' ', json_encode($attributes, JSON_UNESCAPED_SLASHES), "\n";
}, null);
xml_parse($parser, '<feed xml:base="http://localhost/" xmlns="urn:d" plain="1"><xml:odd xml:lang="en"/></feed>', true);
?>
--EXPECT--
urn:d|feed {"http://www.w3.org/XML/1998/namespace|base":"http://localhost/","plain":"1"}
http://www.w3.org/XML/1998/namespace|odd {"http://www.w3.org/XML/1998/namespace|lang":"en"}
