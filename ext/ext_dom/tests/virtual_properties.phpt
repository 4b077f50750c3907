--TEST--
Properties of nodes have no storage
--FILE--
<?php
foreach ([['DOMElement', 'tagName'], ['DOMNode', 'nodeName'], ['DOMDocument', 'documentElement'], ['Dom\Element', 'classList'], ['Dom\Element', 'id'], ['Dom\Document', 'implementation'], ['DOMException', 'code']] as [$class, $name]) {
    $property = new ReflectionProperty($class, $name);
    echo $class, '::', $name, ' ', var_export($property->isVirtual(), true), ' ', implode(' ', Reflection::getModifierNames($property->getModifiers())), "\n";
}
$document = new DOMDocument();
$document->loadXML('<a x="1">t<b/></a>');
$element = $document->documentElement;
var_dump(get_object_vars($element), (array) $element, isset($element->nodeName), isset($element->nothing), empty($element->textContent));
foreach ($element as $name => $value) {
    echo "never: $name\n";
}
@$element->own = 5;
var_dump(get_object_vars($element), $element == $document->documentElement, (new ReflectionProperty('DOMElement', 'tagName'))->getValue($element));
foreach ([fn () => $element->tagName = 'c', function () use ($element) { unset($element->nodeName); }, fn () => $element->firstChild->data .= 'u'] as $work) {
    try {
        $work();
        echo "done\n";
    } catch (Error $e) {
        echo $e::class, ': ', $e->getMessage(), "\n";
    }
}
echo $document->saveXML($element), "\n";
#[AllowDynamicProperties]
class Own extends DOMElement
{
    public int $count = 3;
}
$document->registerNodeClass('DOMElement', 'Own');
$b = $element->lastChild;
var_dump($b::class, $b->count, $b->tagName, $b->parentNode === $element, count((array) $b));
$name = str_repeat('node', 1) . 'Name';
for ($i = 0; $i < 2; $i++) {
    foreach ([$element, $element->firstChild, $document, $b] as $node) {
        echo $node->$name, ' ', $node->nodeName, ' ', $node->nodeType, ' ', $node->nextSibling?->nodeName, "\n";
    }
}
$copy = clone $b;
var_dump($copy->count, $copy->tagName, $copy->parentNode);
$document->loadXML('<again/>');
var_dump($document->documentElement::class);
$document->registerNodeClass('DOMElement', null);
$document->loadXML('<again/>');
var_dump($document->documentElement::class);
--EXPECT--
DOMElement::tagName true virtual public
DOMNode::nodeName true virtual public
DOMDocument::documentElement true virtual public
Dom\Element::classList false public
Dom\Element::id true virtual public
Dom\Document::implementation false public
DOMException::code false public
array(0) {
}
array(0) {
}
bool(true)
bool(false)
bool(false)
array(1) {
  ["own"]=>
  int(5)
}
bool(true)
string(1) "a"
Error: Cannot modify readonly property DOMElement::$tagName
Error: Cannot unset DOMElement::$nodeName
done
<a x="1">tu<b/></a>
string(3) "Own"
int(3)
string(1) "b"
bool(true)
int(1)
a a 1 
#text #text 3 b
#document #document 9 
b b 1 
a a 1 
#text #text 3 b
#document #document 9 
b b 1 
int(3)
string(1) "b"
NULL
string(3) "Own"
string(10) "DOMElement"
