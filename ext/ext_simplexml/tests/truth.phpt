--TEST--
Which elements, lists of children and attributes are true
--FILE--
<?php
$xml = simplexml_load_string('<!DOCTYPE r [<!ENTITY e "x">]><r a="1" xmlns:n="urn:n"><empty/><blank>  </blank><text>t</text><attr x="1"/><nested><y/></nested>'
    . '<comment><!-- c --></comment><data><![CDATA[x]]></data><blankdata><![CDATA[ ]]></blankdata><pi><?p i?></pi><n:q/><foreignattr n:z="1"/><foreign><n:w/></foreign>'
    . '<zero>0</zero><entity>&e;</entity><mixed>a<b/>c</mixed><blanks> <b/> </blanks></r>');
$show = fn (...$values) => implode(' ', array_map(fn ($value) => $value ? 'true ' : 'false', $values));
foreach ($xml->children() as $name => $child) {
    echo str_pad($name, 12), $show(
        $child,
        $xml->$name,
        $child->children(),
        $child->attributes(),
        $child->children('urn:n'),
        $child->attributes('urn:n'),
        $child->nothing,
        $child['x'],
        $child['nothing'],
    ), ' ', count((array) $child), "\n";
}
echo $show($xml, $xml->nothing, $xml->nothing->nothing, $xml->attributes()->a), "\n";
echo $show(new SimpleXMLElement('<a/>'), new SimpleXMLElement('<a> </a>'), new SimpleXMLElement('<a>0</a>'), new SimpleXMLElement('<a b=""/>')), "\n";
echo $show($xml->xpath('//text')[0], $xml->xpath('//@a')[0], $xml->xpath('//comment()')[0], $xml->xpath('//text/text()')[0]), "\n";
?>
--EXPECT--
empty       false true  false false false false false false false 0
blank       true  true  false false false false false false false 0
text        true  true  false false false false false false false 1
attr        true  true  true  true  false false false true  false 1
nested      true  true  true  false false false false false false 1
comment     true  true  false false false false false false false 1
data        false true  false false false false false false false 0
blankdata   false true  false false false false false false false 0
pi          true  true  false false false false false false false 1
foreignattr false true  false false true  true  false false false 0
foreign     false true  false false true  false false false false 0
zero        true  true  false false false false false false false 1
entity      true  true  false false false false false false false 1
mixed       true  true  true  false false false false false false 1
blanks      true  true  true  false false false false false false 1
true  false false true 
false true  true  true 
true  true  false true 
