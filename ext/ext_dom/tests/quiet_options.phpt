--TEST--
LIBXML_NOERROR and LIBXML_NOWARNING keep quiet, and internal errors are collected all the same
--EXTENSIONS--
dom
simplexml
xmlreader
--FILE--
<?php
$texts = ["<a><b></a>", "<a xmlns='relative'/>", "<a><p:q/></a>"];
foreach ($texts as $text) {
    foreach ([0, LIBXML_NOERROR, LIBXML_NOWARNING, LIBXML_NOERROR | LIBXML_NOWARNING] as $options) {
        echo "== $text $options\n";
        $document = new DOMDocument;
        var_dump($document->loadXML($text, $options));
        simplexml_load_string($text, null, $options);
        $reader = new XMLReader;
        $reader->XML($text, null, $options);
        while ($reader->read());
        libxml_use_internal_errors(true);
        $document->loadXML($text, $options);
        echo count(libxml_get_errors()), "\n";
        libxml_use_internal_errors(false);
    }
}
$document->loadHTML('<p><foo:bar>x</i>', LIBXML_NOERROR);
$document->loadHTML('<p><foo:bar>x</i>', LIBXML_NOWARNING);
?>
--EXPECTF--
== <a><b></a> 0

Warning: DOMDocument::loadXML(): Opening and ending tag mismatch: b line 1 and a in Entity, line: 1 in %s on line %d

Warning: DOMDocument::loadXML(): Premature end of data in tag a line 1 in Entity, line: 1 in %s on line %d
bool(false)

Warning: simplexml_load_string(): Entity: line 1: parser error : Opening and ending tag mismatch: b line 1 and a in %s on line %d

Warning: simplexml_load_string(): <a><b></a> in %s on line %d

Warning: simplexml_load_string():           ^ in %s on line %d

Warning: simplexml_load_string(): Entity: line 1: parser error : Premature end of data in tag a line 1 in %s on line %d

Warning: simplexml_load_string(): <a><b></a> in %s on line %d

Warning: simplexml_load_string():           ^ in %s on line %d

Warning: XMLReader::read(): %s:1: parser error : Opening and ending tag mismatch: b line 1 and a in %s on line %d

Warning: XMLReader::read(): <a><b></a> in %s on line %d

Warning: XMLReader::read():           ^ in %s on line %d
2
== <a><b></a> 32
bool(false)
2
== <a><b></a> 64

Warning: DOMDocument::loadXML(): Opening and ending tag mismatch: b line 1 and a in Entity, line: 1 in %s on line %d

Warning: DOMDocument::loadXML(): Premature end of data in tag a line 1 in Entity, line: 1 in %s on line %d
bool(false)

Warning: simplexml_load_string(): Entity: line 1: parser error : Opening and ending tag mismatch: b line 1 and a in %s on line %d

Warning: simplexml_load_string(): <a><b></a> in %s on line %d

Warning: simplexml_load_string():           ^ in %s on line %d

Warning: simplexml_load_string(): Entity: line 1: parser error : Premature end of data in tag a line 1 in %s on line %d

Warning: simplexml_load_string(): <a><b></a> in %s on line %d

Warning: simplexml_load_string():           ^ in %s on line %d

Warning: XMLReader::read(): %s:1: parser error : Opening and ending tag mismatch: b line 1 and a in %s on line %d

Warning: XMLReader::read(): <a><b></a> in %s on line %d

Warning: XMLReader::read():           ^ in %s on line %d
2
== <a><b></a> 96
bool(false)
2
== <a xmlns='relative'/> 0

Notice: DOMDocument::loadXML(): xmlns: URI relative is not absolute in Entity, line: 1 in %s on line %d
bool(true)

Warning: simplexml_load_string(): namespace warning : xmlns: URI relative is not absolute in %s on line %d

Warning: simplexml_load_string(): <a xmlns='relative'/> in %s on line %d

Warning: simplexml_load_string():                    ^ in %s on line %d

Warning: XMLReader::read(): %s:1: namespace warning : xmlns: URI relative is not absolute in %s on line %d

Warning: XMLReader::read(): <a xmlns='relative'/> in %s on line %d

Warning: XMLReader::read():                    ^ in %s on line %d
1
== <a xmlns='relative'/> 32

Notice: DOMDocument::loadXML(): xmlns: URI relative is not absolute in Entity, line: 1 in %s on line %d
bool(true)

Warning: simplexml_load_string(): namespace warning : xmlns: URI relative is not absolute in %s on line %d

Warning: simplexml_load_string(): <a xmlns='relative'/> in %s on line %d

Warning: simplexml_load_string():                    ^ in %s on line %d

Warning: XMLReader::read(): %s:1: namespace warning : xmlns: URI relative is not absolute in %s on line %d

Warning: XMLReader::read(): <a xmlns='relative'/> in %s on line %d

Warning: XMLReader::read():                    ^ in %s on line %d
1
== <a xmlns='relative'/> 64
bool(true)
1
== <a xmlns='relative'/> 96
bool(true)
1
== <a><p:q/></a> 0

Warning: DOMDocument::loadXML(): Namespace prefix p on q is not defined in Entity, line: 1 in %s on line %d
bool(true)

Warning: simplexml_load_string(): namespace error : Namespace prefix p on q is not defined in %s on line %d

Warning: simplexml_load_string(): <a><p:q/></a> in %s on line %d

Warning: simplexml_load_string():        ^ in %s on line %d

Warning: XMLReader::read(): %s:1: namespace error : Namespace prefix p on q is not defined in %s on line %d

Warning: XMLReader::read(): <a><p:q/></a> in %s on line %d

Warning: XMLReader::read():        ^ in %s on line %d
1
== <a><p:q/></a> 32
bool(true)
1
== <a><p:q/></a> 64

Warning: DOMDocument::loadXML(): Namespace prefix p on q is not defined in Entity, line: 1 in %s on line %d
bool(true)

Warning: simplexml_load_string(): namespace error : Namespace prefix p on q is not defined in %s on line %d

Warning: simplexml_load_string(): <a><p:q/></a> in %s on line %d

Warning: simplexml_load_string():        ^ in %s on line %d

Warning: XMLReader::read(): %s:1: namespace error : Namespace prefix p on q is not defined in %s on line %d

Warning: XMLReader::read(): <a><p:q/></a> in %s on line %d

Warning: XMLReader::read():        ^ in %s on line %d
1
== <a><p:q/></a> 96
bool(true)
1

Warning: DOMDocument::loadHTML(): Tag foo:bar invalid in Entity, line: 1 in %s on line %d

Warning: DOMDocument::loadHTML(): Unexpected end tag : i in Entity, line: 1 in %s on line %d
