--TEST--
XML is known by its beginning, HTML by a tag anywhere near it
--EXTENSIONS--
fileinfo
--FILE--
<?php
$samples = [
    "<?xml version=\"1.0\"?>\n<a><html/><html lang=\"x\"></a>",
    "<?xml version='1.0'?><html>",
    '<?xml version="1"?><a/>',
    '<?XML version="1.0"?>',
    ' <?xml version="1.0"?>',
    '<?xml ?><svg>',
    '<?xml version="1.0"?><title>a</title><svg>',
    'a <!DOCTYPE svg>',
    '<!-- x --><HTML>',
    'a <html',
    'a <html/>',
    "a <!doctype\n html>",
    '<!doctypehtml>',
    "word <table\n>",
    '<a class=x href=y>',
    "<a  href=y>",
    '<body>',
    str_repeat('word ', 1000) . '<html>',
    ' <!-- x -->',
    '<!SUBDOC x',
    "#include <stdio.h>\nint main() { puts(\"<html>\"); }",
    "diff a b\n",
    "diff a b\n<html>",
    "From: x\n\n<html>",
    "a,b,c\n1,<html>,3\n4,5,6\n",
    "<?php\n<html>",
];
$finfo = new finfo;
foreach ($samples as $sample) {
    echo $finfo->buffer($sample, FILEINFO_MIME_TYPE), ' | ', $finfo->buffer($sample), "\n";
}
?>
--EXPECT--
text/xml | XML 1.0 document, ASCII text
text/xml | XML document, ASCII text, with no line terminators
text/xml | XML 1"? document, ASCII text, with no line terminators
text/xml | XML document, ASCII text, with no line terminators
text/plain | ASCII text, with no line terminators
text/xml | XML document, ASCII text, with no line terminators
image/svg+xml | SVG Scalable Vector Graphics image, ASCII text, with no line terminators
image/svg+xml | SVG XML document
text/html | HTML document, ASCII text, with no line terminators
text/plain | ASCII text, with no line terminators
text/plain | ASCII text, with no line terminators
text/html | HTML document, ASCII text
text/plain | exported SGML document, ASCII text, with no line terminators
text/html | HTML document, ASCII text
text/plain | ASCII text, with no line terminators
text/html | HTML document, ASCII text, with no line terminators
text/plain | ASCII text, with no line terminators
text/plain | ASCII text, with very long lines (5006), with no line terminators
text/plain | exported SGML document, ASCII text, with no line terminators
text/plain | exported SGML subdocument, ASCII text, with no line terminators
text/html | HTML document, ASCII text
text/x-diff | diff output, ASCII text
text/html | HTML document, ASCII text
message/rfc822 | news or mail, ASCII text
text/csv | CSV ASCII text
text/x-php | PHP script, ASCII text
