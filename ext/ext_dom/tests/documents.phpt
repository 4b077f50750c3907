--TEST--
Trees, identity, namespaces, XPath and errors of documents
--FILE--
<?php
$d = new DOMDocument;
$d->loadXML('<a x="1"><b/>t<c>é</c></a>');
$c = $d->getElementsByTagName('c')->item(0);
var_dump($c === $d->documentElement->lastChild, $c->getNodePath());

echo "A detached tree lives with its root, and what is held inside stays.\n";
$root = $d->createElement('r');
$inner = $root->appendChild($d->createElementNS('urn:i', 'i:inner', 'text'));
unset($root);
var_dump($inner->parentNode, $inner->textContent, $inner->namespaceURI);
$d->documentElement->appendChild($inner);
echo $d->saveXML($d->documentElement), "\n";

echo "A document lives with any of its nodes.\n";
$node = (function () {
    $d = new DOMDocument;
    $d->loadXML('<root><leaf/></root>');
    return $d->documentElement->firstChild;
})();
var_dump($node->ownerDocument->documentElement->nodeName);

echo "Other documents copy or adopt.\n";
$e = new DOMDocument;
try {
    $e->appendChild($node);
} catch (DOMException $x) {
    echo $x->getCode(), ' ', $x->getMessage(), "\n";
}
$e->appendChild($e->adoptNode($inner));
echo $e->saveXML();

echo "Lists are live, results are not.\n";
$list = $d->getElementsByTagName('*');
$found = (new DOMXPath($d))->query('//*');
$d->documentElement->removeChild($c);
var_dump($list->length, $found->length);

echo "Functions of PHP in expressions.\n";
$x = new DOMXPath($d);
$x->registerNamespace('php', 'http://php.net/xpath');
$x->registerPhpFunctions(['twice' => fn ($nodes) => str_repeat($nodes[0]->nodeName, 2)]);
var_dump($x->evaluate('string(php:function("twice", /a))'));

echo "What is wrong.\n";
var_dump($d->loadXML('<a><b></a>'));
libxml_use_internal_errors(true);
$d->loadXML('<a><b></a>');
foreach (libxml_get_errors() as $error) {
    echo $error->level, ' ', $error->code, ' ', $error->line, ' ', $error->message;
}
--EXPECTF--
bool(true)
string(4) "/a/c"
A detached tree lives with its root, and what is held inside stays.
NULL
string(4) "text"
string(5) "urn:i"
<a x="1"><b/>t<c>é</c><i:inner xmlns:i="urn:i">text</i:inner></a>
A document lives with any of its nodes.
string(4) "root"
Other documents copy or adopt.
4 Wrong Document Error
<?xml version="1.0"?>
<i:inner xmlns:i="urn:i">text</i:inner>
Lists are live, results are not.
int(2)
int(3)
Functions of PHP in expressions.
string(2) "aa"
What is wrong.

Warning: DOMDocument::loadXML(): Opening and ending tag mismatch: b line 1 and a in Entity, line: 1 in %s on line 46

Warning: DOMDocument::loadXML(): Premature end of data in tag a line 1 in Entity, line: 1 in %s on line 46
bool(false)
3 76 1 Opening and ending tag mismatch: b line 1 and a
3 77 1 Premature end of data in tag a line 1
