--TEST--
Trees of the Dom namespace: what may stand where, attributes, lists, words, namespaces
--FILE--
<?php
function fails(callable $f): void {
    try {
        $f();
        echo "nothing\n";
    } catch (Throwable $e) {
        echo $e::class, ' ', $e->getCode(), ': ', $e->getMessage(), "\n";
    }
}
$d = Dom\XMLDocument::createFromString('<!DOCTYPE r><r xmlns:a="urn:a" a:x="1"><b/>t<c/></r>');
$r = $d->documentElement;
fails(fn () => $d->append('text'));
fails(fn () => $d->append($d->createElement('second')));
fails(fn () => $r->append($d->doctype));
fails(fn () => $r->firstChild->append($r));
fails(fn () => $r->insertBefore($d->createElement('x'), $d->createElement('y')));
fails(fn () => $r->append(Dom\HTMLDocument::createEmpty()->createElement('p')));
fails(fn () => $d->createElementNS('', 'p:q'));
fails(fn () => $d->createCDATASection(']]>'));
fails(fn () => new Dom\Text);

echo "Declarations are attributes.\n";
var_dump($r->getAttributeNames(), $r->getAttributeNS('http://www.w3.org/2000/xmlns/', 'a'), $r->lookupNamespaceURI('a'));
$r->append($e = $d->createElementNS('urn:b', 'p:e'));
$e->setAttributeNS('urn:c', 'q:f', '<&">');
echo $d->saveXml($r), "\n";
foreach ($r->getDescendantNamespaces() as $ns) {
    echo $ns->element->tagName, ' ', $ns->prefix, '=', $ns->namespaceURI, "\n";
}
echo $r->C14N(), "\n";

echo "Renaming.\n";
$e->rename('urn:d', 'z');
$e->attributes[0]->rename(null, 'g');
echo $d->saveXml($e), "\n";
fails(fn () => $e->rename('http://www.w3.org/1999/xhtml', 'div'));

echo "Lists are as the tree is; results are not.\n";
$list = $r->getElementsByTagName('*');
$found = $r->querySelectorAll('*');
$r->firstElementChild->remove();
var_dump(count($list), count($found), $list[0]->nodeName, isset($list[9]));
fails(fn () => $found['x']);

echo "Words.\n";
$w = $r->classList;
var_dump($w === $r->classList);
$w->add('one', 'two', 'three', 'one');
$w->remove('two');
var_dump($w->toggle('four'), $w->toggle('one'), $w->replace('three', 'five'), $w->value);
foreach ($w as $i => $word) {
    echo "$i $word\n";
}
fails(fn () => $w->add('a b'));
fails(fn () => $w->add(''));

echo "A copy has no ties.\n";
$c = clone $d;
$c->documentElement->replaceChildren('only');
echo $c->saveXml(), "\n", $d->documentElement->childElementCount, "\n";
$d->documentElement->innerHTML = '<a:k/>and<l xmlns="urn:l"/>';
echo $d->saveXml($d->documentElement), "\n";
fails(fn () => $d->documentElement->innerHTML = '<a>');
?>
--EXPECT--
DOMException 3: Cannot insert text as a child of a document
DOMException 3: Cannot have more than one element child in a document
DOMException 3: Cannot insert a document type into anything other than a document
DOMException 3: Hierarchy Request Error
DOMException 8: Not Found Error
DOMException 4: Wrong Document Error
DOMException 14: Namespace Error
DOMException 5: Invalid character sequence "]]>" in CDATA section
Error 0: Call to private Dom\Node::__construct() from global scope
Declarations are attributes.
array(2) {
  [0]=>
  string(7) "xmlns:a"
  [1]=>
  string(3) "a:x"
}
string(5) "urn:a"
string(5) "urn:a"
<r xmlns:a="urn:a" a:x="1"><b/>t<c/><p:e xmlns:p="urn:b" xmlns:q="urn:c" q:f="&lt;&amp;&quot;&gt;"/></r>
r a=urn:a
b a=urn:a
c a=urn:a
p:e a=urn:a
<r xmlns:a="urn:a" a:x="1"><b></b>t<c></c><p:e xmlns:p="urn:b" xmlns:q="urn:c" q:f="&lt;&amp;&quot;>"></p:e></r>
Renaming.
<z xmlns="urn:d" g="&lt;&amp;&quot;&gt;"/>
DOMException 13: It is not possible to move an element into the HTML namespace because the HTML namespace is tied to the HTMLElement class
Lists are as the tree is; results are not.
int(2)
int(3)
string(1) "c"
bool(false)
TypeError 0: Cannot access offset of type string on Dom\NodeList
Words.
bool(true)
bool(true)
bool(false)
bool(true)
string(9) "five four"
0 five
1 four
DOMException 5: The token must not contain any ASCII whitespace
DOMException 12: The empty string is not a valid token
A copy has no ties.
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE r>
<r xmlns:a="urn:a" a:x="1" class="five four">only</r>
2
<r xmlns:a="urn:a" a:x="1" class="five four"><a:k/>and<l xmlns="urn:l"/></r>
DOMException 12: XML fragment is not well-formed
