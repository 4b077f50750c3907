--TEST--
What is set to nothing has an empty text
--FILE--
<?php
function show($n) { echo $n->ownerDocument->saveXML($n), ' ', $n->childNodes->length, "\n"; }
foreach (['DOMDocument'] as $c) {
$d = new $c; $d->appendChild($d->createElement('r'));
$r = $d->documentElement;
$r->nodeValue = ''; show($r); $r->textContent = ''; show($r); $r->nodeValue = null; show($r); $r->nodeValue = 'x'; show($r); $r->nodeValue = ''; show($r);
$a = $d->createAttribute('q'); $a->value = ''; echo $a->childNodes->length, "\n"; $a->nodeValue = ''; echo $a->childNodes->length, "\n"; $a->textContent = ''; echo $a->childNodes->length, "\n"; $a->value = 'v'; echo $a->childNodes->length; $a->value = ''; echo $a->childNodes->length, "\n";
$r->setAttribute('s', ''); echo $r->getAttributeNode('s')->childNodes->length, "\n"; $r->setAttribute('s', 'x'); $r->setAttribute('s', ''); echo $r->getAttributeNode('s')->childNodes->length, "\n"; $r->setAttributeNS('urn:x', 'p:t', ''); echo $r->getAttributeNodeNS('urn:x', 't')->childNodes->length, "\n";
$e = $d->createElement('r', ''); echo $e->childNodes->length; $e = $d->createElementNS('u', 'r', ''); echo $e->childNodes->length; $e = new DOMElement('x', ''); echo $e->childNodes->length; $e = new DOMAttr('x', ''); echo $e->childNodes->length; $e = new DOMElement('x', '', 'urn:y'); echo $e->childNodes->length, "\n";
$t = $d->createTextNode(''); $t->nodeValue = ''; echo $t->length, "\n"; $cm = $d->createComment('x'); $cm->nodeValue = ''; echo $cm->length, "\n"; $cd = $d->createCDATASection('x'); $cd->textContent = ''; echo $cd->length, "\n"; $pi = $d->createProcessingInstruction('x', 'y'); $pi->nodeValue = ''; var_dump($pi->data);
$f = $d->createDocumentFragment(); $f->textContent = ''; echo $f->childNodes->length, "\n"; $f->nodeValue = ''; echo $f->childNodes->length, "\n"; 
$r->nodeValue = '&amp;'; show($r); $r->nodeValue = '&'; show($r); $r->textContent = '&amp;'; show($r); $r->nodeValue = '&unknown;'; show($r);
$r->nodeValue = ''; $r->normalize(); show($r);
$r->textContent = "a\0b"; show($r); $r->nodeValue = "a\0b"; show($r);
}
$d = Dom\XMLDocument::createFromString('<r/>'); $r = $d->documentElement; $r->textContent = ''; echo $d->saveXML($r), $r->childNodes->length, "\n"; $r->setAttribute('a', ''); echo $r->getAttributeNode('a')->childNodes->length, "\n"; $r->getAttributeNode('a')->value = ''; echo $r->getAttributeNode('a')->childNodes->length, "\n"; $r->substitutedNodeValue = ''; echo $d->saveXML($r), $r->childNodes->length, "\n"; $r->append(''); echo $r->childNodes->length, "\n";
$d = Dom\HTMLDocument::createFromString('<p>x', LIBXML_NOERROR); $p = $d->querySelector('p'); $p->textContent = ''; echo $p->childNodes->length, "\n"; $p->innerHTML = ''; echo $p->childNodes->length, "\n";
$x = simplexml_load_string('<r><a/></r>'); $x->a = ''; $x->b = ''; $x->addChild('c', ''); $x->e = null; $x->f['g'] = ''; $x->h[] = ''; $x->i->j = ''; $x['k'] = ''; $x->addAttribute('l', ''); $x->addChild('m'); $x->addChild('n', null); $x->o[0] = ''; $x->a[1] = ''; $x->b = 'x'; $x->b = ''; $x->p = '&amp;'; $x->q = '&'; $x->a = 'x'; $x->a = null; $x->r = 0; $x->s = false; $x->t = true; echo $x->asXML();
$x->b[0] = ''; $x->addChild('ns:u', '', 'urn:n'); $x->children('urn:n')->v = ''; $x->children('urn:n')->w['z'] = ''; echo $x->asXML();
foreach (dom_import_simplexml($x)->childNodes as $c) echo $c->nodeName, $c->childNodes?->length, ' ';
--EXPECTF--
<r></r> 1
<r></r> 1
<r></r> 1
<r>x</r> 1
<r></r> 1
1
1
1
11
1
1
1
00010
0
0
0
string(0) ""
1
1
<r xmlns:p="urn:x" s="" p:t="">&amp;</r> 1

Warning: main(): unterminated entity reference                 in %s on line 12
<r xmlns:p="urn:x" s="" p:t=""/> 0
<r xmlns:p="urn:x" s="" p:t="">&amp;amp;</r> 1
<r xmlns:p="urn:x" s="" p:t="">&unknown;</r> 1
<r xmlns:p="urn:x" s="" p:t=""/> 0
<r xmlns:p="urn:x" s="" p:t="">a</r> 1
<r xmlns:p="urn:x" s="" p:t="">a</r> 1
<r></r>1
1
1
<r a=""></r>1
2
1
0

Warning: main(): Cannot assign to an array of nodes (duplicate subnodes or attr detected) in %s on line 18

Warning: main(): Cannot assign to an array of nodes (duplicate subnodes or attr detected) in %s on line 18
<?xml version="1.0"?>
<r k="" l=""><a/><b/><c/><e></e><f g=""/><h/><i><j></j></i><m/><n/><o/><a></a><p>&amp;amp;</p><q>&amp;</q><r>0</r><s></s><t>1</t></r>
<?xml version="1.0"?>
<r k="" l=""><a/><b/><c/><e></e><f g=""/><h/><i><j></j></i><m/><n/><o/><a></a><p>&amp;amp;</p><q>&amp;</q><r>0</r><s></s><t>1</t><ns:u xmlns:ns="urn:n"/><v></v><w z=""/></r>
a0 b0 c0 e1 f0 h0 i1 m0 n0 o0 a1 p1 q1 r1 s1 t1 ns:u0 v1 w0 