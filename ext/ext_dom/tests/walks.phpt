--TEST--
Loops over lists that change, and the objects that walk
--FILE--
<?php
foreach ([new DOMDocument, Dom\XMLDocument::createEmpty()] as $document) {
    $root = $document->appendChild($document->createElement('r'));
    foreach (['a', 'b', 'c', 'd', 'e'] as $name) {
        $root->appendChild($document->createElement($name));
    }
    foreach ($root->childNodes as $i => $node) {
        echo $i, $node->localName, ' ';
        if ($i === 1) {
            $node->remove();
        }
    }
    echo "\n";
    $walk = $root->childNodes->getIterator();
    for ($i = 0; $i < 6; $i++) {
        echo $walk->key(), $walk->valid() ? $walk->current()->localName : '-', ' ';
        $walk->next();
    }
    try {
        $walk->rewind();
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
$element = Dom\XMLDocument::createFromString('<r class="a b c d"/>')->documentElement;
$walk = $element->classList->getIterator();
$walk->next();
$element->className = 'x y z';
echo $walk->key(), $walk->current(), "\n";
foreach ($element->classList as $i => $word) {
    echo $i, $word, ' ';
    $element->classList->remove($word);
}
echo $element->className, "\n";
?>
--EXPECTF--
0a 1b 
0a 1c 2d 3e 4- 4- Iterator does not support rewinding
0a 1b 2d 3e 
0a 1c 2d 3e 4- 4- Iterator does not support rewinding
1y
0x 0y 0z 
