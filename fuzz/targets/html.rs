//! HTML and selectors of the `Dom` namespace: what was read and written is written the same when it is read again, as far as HTML has it,
//! and whatever the bytes are, nothing but exceptions comes of it.
#![no_main]

const PROGRAM: &str = r#"
[$selector, $source] = explode("\n", $data, 2) + [1 => $data];
$document = Dom\HTMLDocument::createFromString($source, LIBXML_NOERROR);
$first = $document->saveHtml();
Dom\HTMLDocument::createFromString($first, LIBXML_NOERROR)->saveHtml();
try {
    $document->saveXml();
    foreach ($document->querySelectorAll($selector) as $found) {
        $found->matches($selector) || exit(77);
    }
    foreach ($document->querySelectorAll($selector) as $found) {
        $found->innerHTML = $selector;
    }
    $document->documentElement?->classList->add($selector);
} catch (DOMException | ValueError) {
}
libxml_use_internal_errors(true);
Dom\HTMLDocument::createFromString($source);
try {
    $document = Dom\XMLDocument::createFromString($source);
    $again = Dom\XMLDocument::createFromString($document->saveXml());
    $again->documentElement->isEqualNode($document->documentElement);
    $document->documentElement->innerHTML = $document->documentElement->innerHTML;
    (clone $document)->documentElement->C14N();
    (new Dom\XPath($document))->evaluate($selector);
} catch (DOMException | ValueError | Error) {
}
"#;

libfuzzer_sys::fuzz_target!(|text: &[u8]| loxo_fuzz::run(PROGRAM, text));
