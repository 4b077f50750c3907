--TEST--
Malformed documents: what is said of them, and where
--FILE--
<?php
$documents = ["<a>x & y</a>", "<a>x &amp y</a>", "<a b='x & y'/>", "<a b='&foo'/>", "<a>&#xzz;</a>", "<a><b></a>", "<a b=c/>", "<a b='c' b='d'/>",
    "<a b='<'/>", "<a><!-- -- --></a>", "<?xml version='1.0' encoding='nothing'?><a/>", "", "x", "<a>\xff</a>", "<a>]]></a>",
    "<a><![CDATA[x</a>", "<?xml?><a/>", "<a:b/>", "<a/>trailing", "<!DOCTYPE a [", "<a>unclosed"];
foreach ($documents as $document) {
    foreach (['xml_parser_create', 'xml_parser_create_ns'] as $create) {
        $p = $create();
        $result = xml_parse($p, $document, true);
        $code = xml_get_error_code($p);
        $at = [xml_get_current_line_number($p), xml_get_current_column_number($p), xml_get_current_byte_index($p)];
        echo json_encode($document, JSON_INVALID_UTF8_SUBSTITUTE), " $result $code ", xml_error_string($code), ' ', implode(' ', $at), "\n";
    }
}
libxml_use_internal_errors(true);
$p = xml_parser_create();
xml_parse($p, '<a><b></a>', true);
foreach (libxml_get_errors() as $error) {
    echo "$error->level $error->code $error->line $error->column $error->message";
}
// A default handler gets what no other wants, as it is written.
$p = xml_parser_create_ns();
xml_set_default_handler($p, function ($p, $text) { echo "[$text]"; });
xml_parse($p, "<?pi x?><a b = '1'\n><!-- c --><p:d xmlns:p='u'/>text</a>", true);
xml_set_element_handler($p = xml_parser_create(), null, null);
xml_set_default_handler($p, function ($p, $text) { echo "[$text]"; });
xml_parse($p, "<a>x<b/></a>", true);
--EXPECT--
"<a>x & y<\/a>" 0 68 XML_ERR_NAME_REQUIRED 1 7 6
"<a>x & y<\/a>" 0 68 XML_ERR_NAME_REQUIRED 1 7 6
"<a>x &amp y<\/a>" 0 23 EntityRef: expecting ';' 1 10 9
"<a>x &amp y<\/a>" 0 23 EntityRef: expecting ';' 1 10 9
"<a b='x & y'\/>" 0 68 XML_ERR_NAME_REQUIRED 1 15 14
"<a b='x & y'\/>" 0 68 XML_ERR_NAME_REQUIRED 1 15 14
"<a b='&foo'\/>" 0 23 EntityRef: expecting ';' 1 14 13
"<a b='&foo'\/>" 0 23 EntityRef: expecting ';' 1 14 13
"<a>&#xzz;<\/a>" 0 9 Invalid character 1 7 6
"<a>&#xzz;<\/a>" 0 9 Invalid character 1 7 6
"<a><b><\/a>" 0 76 Mismatched tag 1 11 10
"<a><b><\/a>" 0 76 Mismatched tag 1 11 10
"<a b=c\/>" 0 41 Attribute without value 1 9 8
"<a b=c\/>" 0 73 > required 1 6 5
"<a b='c' b='d'\/>" 0 42 Attribute redefined 1 17 16
"<a b='c' b='d'\/>" 0 42 Attribute redefined 1 17 16
"<a b='<'\/>" 0 73 > required 1 7 6
"<a b='<'\/>" 0 73 > required 1 7 6
"<a><!-- -- --><\/a>" 0 80 Comment must not contain '--' (double-hyphen) 1 15 14
"<a><!-- -- --><\/a>" 0 80 Comment must not contain '--' (double-hyphen) 1 15 14
"<?xml version='1.0' encoding='nothing'?><a\/>" 0 32 Unsupported encoding 1 39 0
"<?xml version='1.0' encoding='nothing'?><a\/>" 0 32 Unsupported encoding 1 39 0
"" 0 5 Invalid document end 1 1 0
"" 0 5 Invalid document end 1 1 0
"x" 0 5 Invalid document end 1 1 0
"x" 0 5 Invalid document end 1 1 0
"<a>\ufffd<\/a>" 0 9 Invalid character 1 5 4
"<a>\ufffd<\/a>" 0 9 Invalid character 1 5 4
"<a>]]><\/a>" 0 62 Sequence ']]>' not allowed in content 1 4 4
"<a>]]><\/a>" 0 62 Sequence ']]>' not allowed in content 1 4 4
"<a><![CDATA[x<\/a>" 0 5 Invalid document end 1 13 12
"<a><![CDATA[x<\/a>" 0 5 Invalid document end 1 13 12
"<?xml?><a\/>" 0 64 Reserved XML Name 1 8 7
"<?xml?><a\/>" 0 64 Reserved XML Name 1 8 7
"<a:b\/>" 1 0 No error 1 7 6
"<a:b\/>" 0 201 Unknown 1 7 6
"<a\/>trailing" 0 5 Invalid document end 1 5 0
"<a\/>trailing" 0 5 Invalid document end 1 5 0
"<!DOCTYPE a [" 0 5 Invalid document end 1 13 12
"<!DOCTYPE a [" 0 5 Invalid document end 1 13 12
"<a>unclosed" 0 5 Invalid document end 1 12 11
"<a>unclosed" 0 5 Invalid document end 1 12 11
3 76 1 11 Opening and ending tag mismatch: b line 0 and a
[<?pi x?>][<a b = '1'
>][<!-- c -->][<p:d xmlns:p='u'>][</p:d>][text][</a>][x]