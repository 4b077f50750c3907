--TEST--
Deprecated class constants of builtins say since when; "??" reads from builtins that can only be read from
--EXTENSIONS--
intl
--FILE--
<?php
set_error_handler(function ($level, $message) {
    var_dump($level === E_DEPRECATED, $message);
});
var_dump(NumberFormatter::TYPE_CURRENCY);
restore_error_handler();
$bundle = new ResourceBundle('en', null);
var_dump($bundle['none'] ?? 'default', $bundle['NumberElements']['latn']['symbols']['decimal'] ?? 'default');
try {
    isset($bundle['none']);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
bool(true)
string(63) "Constant NumberFormatter::TYPE_CURRENCY is deprecated since 8.3"
int(4)
string(7) "default"
string(1) "."
Cannot use object of type ResourceBundle as array
