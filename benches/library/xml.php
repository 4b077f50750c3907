<?php
// XML: DOM, SimpleXML, XMLReader, XMLWriter, the event parser.

require __DIR__ . '/data.php';
$xml = "<?xml version=\"1.0\"?>\n<list>";
foreach ($rows as $row) {
    $xml .= "<item id=\"$row[id]\"><name>$row[name]</name><price currency=\"EUR\">$row[price]</price><tags><tag>{$row['tags'][0]}</tag><tag>{$row['tags'][1]}</tag></tags></item>\n";
}
$xml .= '</list>';
$document = new DOMDocument();
$document->loadXML($xml);
$xpath = new DOMXPath($document);
$simple = simplexml_load_string($xml);
$html = "<!DOCTYPE html><html><body>$page</body></html>";

return [
    'DOMDocument::loadXML' => static function (int $n) use ($xml) { while ($n--) { $d = new DOMDocument(); $r = $d->loadXML($xml); } return $r; },
    'DOMDocument::saveXML' => static function (int $n) use ($document) { while ($n--) { $r = $document->saveXML(); } return $r; },
    'DOMDocument::loadHTML' => static function (int $n) use ($html) { while ($n--) { $d = new DOMDocument(); $r = @$d->loadHTML($html); } return $r; },
    'DOM build' => static function (int $n) { while ($n--) { $d = new DOMDocument(); $root = $d->appendChild($d->createElement('root')); for ($i = 0; $i < 50; $i++) { $e = $d->createElement('item', 'text'); $e->setAttribute('id', "$i"); $root->appendChild($e); } } return $d->saveXML(); },
    'DOM walk' => static function (int $n) use ($document) { while ($n--) { $r = 0; for ($e = $document->documentElement->firstChild; $e; $e = $e->nextSibling) { $r += strlen($e->nodeName); } } return $r; },
    'DOM getElementsByTagName' => static function (int $n) use ($document) { while ($n--) { $r = 0; foreach ($document->getElementsByTagName('name') as $e) { $r += strlen($e->textContent); } } return $r; },
    'DOM childNodes' => static function (int $n) use ($document) { while ($n--) { $r = 0; foreach ($document->documentElement->childNodes as $e) { $r += $e->nodeType; } } return $r; },
    'DOM attributes' => static function (int $n) use ($document) { $e = $document->documentElement->firstChild; $r = 0; while ($n--) { $r += (int) $e->getAttribute('id') + ($e->hasAttribute('x') ? 1 : 0); } return $r; },
    'XPath query' => static function (int $n) use ($xpath) { while ($n--) { $r = 0; foreach ($xpath->query('//item[@id > 50]/name') as $e) { $r += strlen($e->nodeValue); } } return $r; },
    'XPath evaluate' => static function (int $n) use ($xpath) { while ($n--) { $r = $xpath->evaluate('sum(//price)'); } return $r; },
    'SimpleXML load' => static function (int $n) use ($xml) { while ($n--) { $r = simplexml_load_string($xml); } return count($r->item); },
    'SimpleXML foreach' => static function (int $n) use ($simple) { while ($n--) { $r = 0; foreach ($simple->item as $item) { $r += (int) $item['id'] + strlen((string) $item->name); } } return $r; },
    'SimpleXML xpath' => static function (int $n) use ($simple) { while ($n--) { $r = count($simple->xpath('//tag')); } return $r; },
    'XMLReader' => static function (int $n) use ($xml) { while ($n--) { $x = XMLReader::fromString($xml); $r = 0; while ($x->read()) { $r += $x->nodeType === XMLReader::ELEMENT ? strlen($x->name) : 0; } } return $r; },
    'XMLWriter' => static function (int $n) { while ($n--) { $w = new XMLWriter(); $w->openMemory(); $w->startDocument(); $w->startElement('r'); for ($i = 0; $i < 50; $i++) { $w->startElement('i'); $w->writeAttribute('id', "$i"); $w->text('a & b'); $w->endElement(); } $w->endElement(); $r = $w->outputMemory(); } return $r; },
    'xml_parse' => static function (int $n) use ($xml) { while ($n--) { $r = 0; $p = xml_parser_create(); xml_set_element_handler($p, function ($p, $name, $a) use (&$r) { $r += strlen($name); }, function ($p, $name) {}); xml_parse($p, $xml, true); } return $r; },
    'xml_parse_into_struct' => static function (int $n) use ($xml) { while ($n--) { $p = xml_parser_create(); xml_parse_into_struct($p, $xml, $r); } return count($r); },
];
