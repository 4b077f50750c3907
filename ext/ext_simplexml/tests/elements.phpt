--TEST--
Children, attributes, what is made on the way, tables
--FILE--
<?php
$x = simplexml_load_string('<list n="2" xmlns:o="urn:o"><item id="1">a</item><item id="2">b</item><o:item>c</o:item></list>');
echo $x['n'], ' ', $x->item, ' ', $x->item[1], ' ', $x->item[1]['id'], ' ', count($x->item), "\n";
foreach ($x->item as $name => $item) {
    echo $name, '=', $item, "\n";
}
echo $x->children('urn:o')->item, "\n";
var_dump((string) $x->missing, isset($x->item), isset($x->missing));
$x->item[1] = 'changed';
$x->item[] = 'new';
$x->deep->er->still = 'here';
$x->addChild('more', 'x &amp; y')->addAttribute('k', 'v');
unset($x->item[0]);
echo $x->asXML();
print_r($x->xpath('item[@id]'));
echo json_encode($x), "\n";
var_dump(dom_import_simplexml($x->item)->getAttribute('id'), (bool) simplexml_load_string('<a/>'));
--EXPECTF--
2 a b 2 2
item=a
item=b
c
string(0) ""
bool(true)
bool(false)
<?xml version="1.0"?>
<list xmlns:o="urn:o" n="2"><item id="2">changed</item><o:item>c</o:item><item>new</item><deep><er><still>here</still></er></deep><more k="v">x &amp; y</more></list>
Array
(
    [0] => SimpleXMLElement Object
        (
            [@attributes] => Array
                (
                    [id] => 2
                )

            [0] => changed
        )

)
{"@attributes":{"n":"2"},"item":["changed","new"],"deep":{"er":{"still":"here"}},"more":"x & y"}
string(1) "2"
bool(false)
