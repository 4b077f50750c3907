--TEST--
Dom\HTMLDocument: reading, errors with places, templates, encodings, writing
--FILE--
<?php
$d = Dom\HTMLDocument::createFromString("<!doctype html>\n<title> A\tb </title><p id=x class='one two'>Text &amp; <b>bold<i>both</b>italic</i>\n<table>stray<tr><td>1</table>");
echo $d->saveHtml(), "\n";
var_dump($d->title, $d->body->firstElementChild->tagName, $d->getElementById('x') === $d->querySelector('p'));

echo "Errors say where they are.\n";
$d = Dom\HTMLDocument::createFromString("<p>a</p>\n</p\0></x>&#0;");
libxml_use_internal_errors(true);
Dom\HTMLDocument::createFromString("<!DOCTYPE html>\n <p a=1 a=2></p>");
foreach (libxml_get_errors() as $e) {
    echo $e->level, ' ', $e->message, "\n";
}
libxml_clear_errors();

echo "Templates keep what they hold beside the tree.\n";
$d = Dom\HTMLDocument::createFromString('<!doctype html><template id=t><div>inside<template>deeper</template></div></template>', LIBXML_NOERROR);
$t = $d->querySelector('template');
var_dump($t->firstChild, $d->querySelector('div'), $t->innerHTML);
$copy = $t->cloneNode(true);
$t->innerHTML = '<td>cell</td>';
var_dump($copy->innerHTML, $t->innerHTML);

echo "Encodings.\n";
$d = Dom\HTMLDocument::createFromString("<meta charset=windows-1251><p>\xcf\xf0\xe8</p>", LIBXML_NOERROR);
var_dump($d->characterSet, $d->querySelector('p')->textContent, strlen($d->saveHtml()));
$d->charset = 'utf-8';
var_dump(str_contains($d->saveHtml(), "\u{41f}\u{440}\u{438}"));
try {
    $d->charset = 'nothing';
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}

echo "What is foreign keeps its names.\n";
$d = Dom\HTMLDocument::createFromString('<!doctype html><svg viewbox="0 0 1 1"><foreignobject><p>x</p></foreignobject></svg><math><mi xlink:href=y>', LIBXML_NOERROR);
echo $d->body->innerHTML, "\n";
foreach (['svg', 'p', 'mi'] as $name) {
    echo $d->querySelector($name)->namespaceURI, "\n";
}
echo $d->saveXml($d->querySelector('math')), "\n";
?>
--EXPECTF--

Warning: Dom\HTMLDocument::createFromString(): tree error unexpected-element-in-open-elements-stack in Entity, line: 2, column: 72 in %s on line %d

Warning: Dom\HTMLDocument::createFromString(): tree error characters-in-table-text in Entity, line: 3, column: 14-15 in %s on line %d
<!DOCTYPE html><html><head><title> A	b </title></head><body><p id="x" class="one two">Text &amp; <b>bold<i>both</i></b><i>italic</i>
</p>stray<table><tbody><tr><td>1</td></tr></tbody></table></body></html>
string(3) "A b"
string(1) "P"
bool(true)
Errors say where they are.

Warning: Dom\HTMLDocument::createFromString(): tokenizer error unexpected-null-character in Entity, line: 2, column: 4 in %s on line %d

Warning: Dom\HTMLDocument::createFromString(): tokenizer error null-character-reference in Entity, line: 2, column: 11 in %s on line %d

Warning: Dom\HTMLDocument::createFromString(): tree error unexpected-token-in-initial-mode in Entity, line: 1, column: 2 in %s on line %d

Warning: Dom\HTMLDocument::createFromString(): tree error unexpected-closed-token in Entity, line: 2, column: 3-4 in %s on line %d

Warning: Dom\HTMLDocument::createFromString(): tree error unexpected-closed-token in Entity, line: 2, column: 8 in %s on line %d
Templates keep what they hold beside the tree.
NULL
NULL
string(44) "<div>inside<template>deeper</template></div>"
string(0) ""
string(13) "<td>cell</td>"
Encodings.
string(12) "windows-1251"
string(6) "При"
int(78)
bool(true)
Invalid document encoding
What is foreign keeps its names.
<svg viewBox="0 0 1 1"><foreignObject><p>x</p></foreignObject></svg><math><mi xlink:href="y"></mi></math>
http://www.w3.org/2000/svg
http://www.w3.org/1999/xhtml
http://www.w3.org/1998/Math/MathML
<math xmlns="http://www.w3.org/1998/Math/MathML"><mi xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="y"/></math>
