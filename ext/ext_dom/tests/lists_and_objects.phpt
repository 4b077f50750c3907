--TEST--
Live lists of elements, objects of nodes, and what SimpleXML shows of a tree
--FILE--
<?php
$document = new DOMDocument();
$document->loadXML('<r xmlns:p="urn:p"><a>1<b/></a><p:a>2</p:a><!-- a --><c><a/></c></r>');
$list = $document->getElementsByTagName('a');
foreach ($list as $number => $element) {
    echo $number, $element->nodeName, '=', $element->textContent, ' ';
    if ($number === 0) {
        $document->documentElement->appendChild($document->createElement('a', 'new'));
    }
}
echo $list->length, "\n";
foreach ([['urn:p', '*'], ['*', 'a'], ['', 'a'], ['urn:q', 'a']] as [$uri, $name]) {
    echo $document->getElementsByTagNameNS($uri, $name)->length, ' ';
}
echo "\n";
foreach ($document->documentElement->childNodes as $number => $node) {
    echo $number, $node->nodeName, $node->nodeType, ' ';
    if ($number === 1) {
        $document->documentElement->removeChild($document->documentElement->lastChild);
    }
}
echo "\n";
#[AllowDynamicProperties]
class Element extends DOMElement
{
    public function shout(): string
    {
        return strtoupper($this->nodeName);
    }
}
unset($list, $element, $node);
$document->registerNodeClass('DOMElement', 'Element');
$first = $document->documentElement->firstChild;
$first->mine = 1;
echo $first->shout(), $first->parentNode->shout(), $first->nextSibling->previousSibling->mine, "\n";
var_dump($first->previousSibling, $first === $document->documentElement->firstChild);

$simple = simplexml_load_string('<r xmlns:p="urn:p"><a i="1" p:i="2">x</a><p:a>y</p:a><a>z<b/>t</a></r>');
foreach ($simple->a as $name => $a) {
    echo $name, $a, $a['i'], $a->attributes('urn:p')->i, ' ';
}
foreach ($simple->children('p', true) as $name => $a) {
    echo $name, $a, ' ';
}
echo count($simple->a), isset($simple->a[1]), isset($simple->b) ? 1 : 0, isset($simple->a['p:i']) ? 1 : 0, "\n";
--EXPECT--
0a=1 1p:a=2 2a= 3a=new 4
1 4 3 0 
0a1 1p:a1 2#comment8 3c1 
AR1
NULL
bool(true)
ax12 azt ay 2100
