//! XML through all the older interfaces: the parser of events in pieces of any size, the reader, SimpleXML, `DOMDocument`, schemas. Pieces
//! are divided at NUL: the document, a schema or path.
#![no_main]

const PROGRAM: &str = r#"
ini_set('display_errors', '0');
libxml_use_internal_errors(true);
[$source, $other] = explode("\0", $data, 2) + [1 => '//*'];
$seen = [];
foreach ([1 << 20, 1, 7] as $size) {
    foreach (['UTF-8', 'ISO-8859-1'] as $encoding) {
        $events = '';
        $parser = $size === 7 ? xml_parser_create_ns($encoding, ':') : xml_parser_create($encoding);
        xml_parser_set_option($parser, XML_OPTION_CASE_FOLDING, $size === 1 << 20 || $size === 1);
        $text = '';
        xml_set_element_handler(
            $parser,
            function ($parser, $name, $attributes) use (&$events, &$text) { $events .= "$text<$name" . json_encode($attributes, JSON_PARTIAL_OUTPUT_ON_ERROR); $text = ''; },
            function ($parser, $name) use (&$events, &$text) { $events .= "$text>$name"; $text = ''; },
        );
        xml_set_character_data_handler($parser, function ($parser, $piece) use (&$text) { $text .= $piece; });
        xml_set_processing_instruction_handler($parser, function ($parser, $target, $piece) use (&$events) { $events .= "?$target $piece"; });
        xml_set_default_handler($parser, function ($parser, $piece) use (&$events) { xml_get_current_byte_index($parser); });
        xml_set_notation_decl_handler($parser, fn () => 1);
        xml_set_unparsed_entity_decl_handler($parser, fn () => 1);
        xml_set_external_entity_ref_handler($parser, fn () => true);
        xml_set_start_namespace_decl_handler($parser, fn () => 1);
        xml_set_end_namespace_decl_handler($parser, fn () => 1);
        $pieces = str_split(substr($source, 0, 1000), $size);
        foreach ($pieces as $at => $piece) {
            if (!xml_parse($parser, $piece, $at === count($pieces) - 1)) {
                break;
            }
        }
        xml_error_string(xml_get_error_code($parser));
        xml_get_current_line_number($parser);
        // A whole document that is right is the same in pieces.
        xml_get_error_code($parser) === 0 && $size !== 7 && ($seen[$encoding] ??= $events) !== $events && exit(77);
    }
}
$parser = xml_parser_create();
xml_parse_into_struct($parser, $source, $values, $index);
foreach ([0, LIBXML_DTDATTR | LIBXML_NOENT, LIBXML_PARSEHUGE | LIBXML_NOCDATA] as $flags) {
    if ($reader = XMLReader::fromString($source, null, $flags)) {
        for ($steps = 0; $steps < 500 && @$reader->read(); $steps++) {
            $reader->name . $reader->value . $reader->depth . $reader->readInnerXml();
            if ($reader->hasAttributes) {
                while ($reader->moveToNextAttribute()) {
                    $reader->localName . $reader->namespaceURI;
                }
            }
            $steps % 5 === 4 && @$reader->expand();
            $steps % 7 === 6 && @$reader->next();
        }
    }
    $tree = simplexml_load_string($source, 'SimpleXMLElement', $flags);
    if ($tree) {
        foreach ($tree as $name => $child) {
            (string) $child;
            $child['a'] = 'b';
            $child->attributes();
        }
        count($tree->getNamespaces(true));
        @$tree->xpath($other);
        json_encode($tree);
        $tree->asXML();
        unset($tree->{$name ?? 'a'}[0]);
    }
    $document = new DOMDocument();
    if ($source !== '' && $document->loadXML($source, $flags)) {
        @(new DOMXPath($document))->evaluate($other);
        foreach ($document->getElementsByTagName('*') as $at => $element) {
            $element->hasAttributes() && $element->removeAttributeNode($element->attributes->item(0));
            if ($at > 20) {
                break;
            }
        }
        $other !== '' && @$document->schemaValidateSource($other);
        $other !== '' && @$document->relaxNGValidateSource($other);
        @$document->validate();
        $document->normalizeDocument();
        $document->C14N(true, true);
        $document->saveXML();
        $document->saveHTML();
    }
}
$document = new DOMDocument();
if ($source !== '' && @$document->loadHTML($source)) {
    foreach (iterator_to_array($document->getElementsByTagName('*')) as $element) {
        $element->parentNode?->appendChild($element->cloneNode(true));
        break;
    }
    $document->saveHTML();
}
"#;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| loxo_fuzz::run(PROGRAM, bytes));
