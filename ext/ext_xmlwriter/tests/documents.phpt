--TEST--
A document in memory, names that are none, functions
--FILE--
<?php
$w = XMLWriter::toMemory();
$w->setIndent(true);
$w->startDocument('1.0', 'UTF-8');
$w->startElementNs('p', 'root', 'urn:p');
$w->writeAttribute('a', '<&"');
$w->writeElement('empty');
$w->writeElement('text', 'a < b');
$w->writeComment(' c ');
$w->writeCdata('<raw>');
$w->endElement();
$w->endDocument();
echo $w->outputMemory();
try {
    $w->startElement('1');
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
$f = xmlwriter_open_uri('php://output');
xmlwriter_start_element($f, 'x');
xmlwriter_text($f, 'y');
xmlwriter_end_element($f);
var_dump(xmlwriter_flush($f));
--EXPECTF--
<?xml version="1.0" encoding="UTF-8"?>
<p:root a="&lt;&amp;&quot;" xmlns:p="urn:p">
 <empty/>
 <text>a &lt; b</text>
 <!-- c -->
<![CDATA[<raw>]]></p:root>
XMLWriter::startElement(): Argument #2 must be a valid element name, "1" given
<x>y</x>int(8)
