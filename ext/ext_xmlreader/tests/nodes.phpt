--TEST--
Nodes one after the other, and what is wrong
--FILE--
<?php
$r = XMLReader::fromString('<a x="1"><b>text</b><!-- c --><b/></a>');
while ($r->read()) {
    echo $r->depth, ' ', $r->nodeType, ' ', $r->name, ' ', $r->value, ' ', $r->getAttribute('x') ?? '-', "\n";
}
$r = XMLReader::fromString('<a><b>1</b><b>2</b></a>');
while ($r->read() && $r->name !== 'b');
echo $r->readOuterXml(), $r->readString(), "\n";
var_dump($r->next('b'), $r->expand()->textContent, $r->next('b'));
$r = new XMLReader;
var_dump($r->XML('<a><b></a>'), $r->nodeType, $r->name);
try {
    (new XMLReader)->read();
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
while ($r->read());
--EXPECTF--
0 1 a  1
1 1 b  -
2 3 #text text -
1 15 b  -
1 8 #comment  c  -
1 1 b  -
0 15 a  1
<b>1</b>1
bool(true)
string(1) "2"
bool(false)
bool(true)
int(0)
string(0) ""
Data must be loaded before reading

Warning: XMLReader::read(): %s:1: parser error : Opening and ending tag mismatch: b line 1 and a in %s on line 17

Warning: XMLReader::read(): <a><b></a> in %s on line 17

Warning: XMLReader::read():           ^ in %s on line 17
