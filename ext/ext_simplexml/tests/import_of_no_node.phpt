--TEST--
simplexml_import_dom() of what is no node
--EXTENSIONS--
dom
simplexml
--FILE--
<?php
set_error_handler(function (int $level, string $message): bool {
    echo "[$message]\n";
    return true;
});
foreach ([new stdClass, (object) ['p' => 1], new DOMDocument] as $given) {
    try {
        var_dump(simplexml_import_dom($given));
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
TypeError: simplexml_import_dom(): Argument #1 ($node) must be a valid XML node
TypeError: simplexml_import_dom(): Argument #1 ($node) must be a valid XML node
[simplexml_import_dom(): Invalid Nodetype to import]
NULL
