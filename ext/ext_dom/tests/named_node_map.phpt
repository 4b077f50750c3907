--TEST--
DOMNamedNodeMap finds attributes by their local names, Dom\NamedNodeMap by their names as written
--FILE--
<?php
$text = '<a xmlns:w="urn:w" xmlns:v="urn:v"><b w:id="0" v:id="1" x="2" v:x="3" w:y="4"/></a>';
$document = new DOMDocument;
$document->loadXML($text);
foreach ([$document, Dom\XMLDocument::createFromString($text)] as $document) {
    $element = $document->documentElement->firstChild;
    foreach (['id', 'w:id', 'v:id', 'x', 'v:x', 'y', 'w:y', 'nope'] as $name) {
        $found = $element->attributes->getNamedItem($name);
        echo $name, ': ', $found?->nodeName, ' ', var_export(isset($element->attributes[$name]), true), ' ', $element->attributes[$name]?->nodeValue, "\n";
    }
    foreach ([[null, 'id'], ['urn:w', 'id'], ['urn:v', 'x'], ['', 'x'], [null, 'x']] as [$uri, $name]) {
        echo $uri, ' ', $name, ': ', $element->attributes->getNamedItemNS($uri, $name)?->nodeName, "\n";
    }
}
?>
--EXPECT--
id: w:id true 0
w:id:  false 
v:id:  false 
x: x true 2
v:x:  false 
y: w:y true 4
w:y:  false 
nope:  false 
 id: 
urn:w id: w:id
urn:v x: v:x
 x: 
 x: x
id:  false 
w:id: w:id true 0
v:id: v:id true 1
x: x true 2
v:x: v:x true 3
y:  false 
w:y: w:y true 4
nope:  false 
 id: 
urn:w id: w:id
urn:v x: v:x
 x: 
 x: x
