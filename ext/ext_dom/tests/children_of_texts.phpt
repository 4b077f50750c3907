--TEST--
Children of what has none, attributes as children, offsets that are no C int
--EXTENSIONS--
dom
--FILE--
<?php
function said(callable $call): void {
    try {
        $result = $call();
        echo is_object($result) ? $result->nodeName : var_export($result, true), "\n";
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
$d = new DOMDocument;
$d->loadXML('<a x="1">t<b/></a>');
[$a, $t, $b] = [$d->documentElement, $d->documentElement->firstChild, $d->documentElement->lastChild];
$other = new DOMDocument;
$other->loadXML('<q/>');
$x = $a->getAttributeNode('x');

echo "-- removeChild\n";
said(fn() => $t->removeChild($b));
said(fn() => $t->removeChild($t));
said(fn() => $b->removeChild($x));
said(fn() => $a->removeChild($x));
said(fn() => $a->hasAttribute('x'));
$m = Dom\XMLDocument::createFromString('<a x="1">t</a>')->documentElement;
said(fn() => $m->removeChild($m->getAttributeNode('x')));
said(fn() => $m->firstChild->removeChild($m));

echo "-- replaceChild\n";
said(fn() => $t->replaceChild($other->documentElement, $t));
said(fn() => $t->replaceChild($d->createElement('q'), $t));
said(fn() => $b->replaceChild($d->createElement('q'), $t));
said(fn() => $a->replaceChild($a, $t));
said(fn() => $d->createDocumentFragment()->replaceChild($b, $t));

echo "-- offsets\n";
$c = $d->createComment('cde');
foreach ([[0, PHP_INT_MAX], [1, 2147483648], [1, 2147483647], [1, -1], [4, 0], [3, 1]] as [$offset, $count]) {
    said(fn() => $c->substringData($offset, $count));
    said(fn() => (clone $c)->deleteData($offset, $count));
}
$c = $m->ownerDocument->createComment('cde');
foreach ([[0, PHP_INT_MAX], [1, 2147483648], [1, 2147483647], [1, -1]] as [$offset, $count]) {
    said(fn() => $c->substringData($offset, $count));
}

echo "-- validate\n";
set_error_handler(function (int $level, string $message): bool {
    echo "[$message]\n";
    return true;
});
said(fn() => $d->validate());
said(fn() => (new DOMDocument)->validate());
?>
--EXPECT--
-- removeChild
DOMException: Not Found Error
DOMException: Not Found Error
DOMException: Not Found Error
x
false
x
DOMException: Not Found Error
-- replaceChild
DOMException: Wrong Document Error
false
false
DOMException: Hierarchy Request Error
false
-- offsets
DOMException: Index Size Error
DOMException: Index Size Error
DOMException: Index Size Error
DOMException: Index Size Error
'de'
true
DOMException: Index Size Error
DOMException: Index Size Error
DOMException: Index Size Error
DOMException: Index Size Error
''
true
DOMException: Index Size Error
DOMException: Index Size Error
'de'
'de'
-- validate
[DOMDocument::validate(): no DTD found!]
false
[DOMDocument::validate(): no DTD found!]
false
