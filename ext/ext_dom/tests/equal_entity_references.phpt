--TEST--
isEqualNode(): references to entities that name each other are equal by their names
--FILE--
<?php
$load = fn(string $b) => Dom\XMLDocument::createFromString(
    "<!DOCTYPE r [<!ENTITY a 'x'><!ENTITY b '$b'><!ENTITY c '&b;&b;'>]><r>&c;</r>"
);
[$one, $same, $other] = [$load('&a;'), $load('&a;'), $load('&a;&a;')];
var_dump($one->isEqualNode($same));
var_dump($one->documentElement->isEqualNode($other->documentElement));
foreach (['a', 'b'] as $name) {
    var_dump($one->doctype->entities->getNamedItem($name)->isEqualNode($same->doctype->entities->getNamedItem($name)));
    var_dump($one->doctype->entities->getNamedItem($name)->isEqualNode($other->doctype->entities->getNamedItem($name)));
}

$old = new DOMDocument();
$old->loadXML($one->saveXml());
var_dump($old->isEqualNode(clone $old));
var_dump($old->documentElement->firstChild->isEqualNode($old->createEntityReference('b')));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
