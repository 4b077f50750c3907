--TEST--
ReflectionExtension: order of functions, constants of the request, dependencies
--FILE--
<?php
echo implode(' ', array_slice(get_extension_funcs('standard'), 0, 12)), "\n";
echo implode(' ', array_slice(get_extension_funcs('mbstring'), 0, 6)), "\n";
echo implode(' ', array_slice(array_keys((new ReflectionExtension('date'))->getConstants()), 0, 6)), "\n";
echo implode(' ', array_slice((new ReflectionExtension('SPL'))->getClassNames(), 0, 8)), "\n";
$core = array_keys((new ReflectionExtension('Core'))->getConstants());
echo implode(' ', array_slice($core, array_search('ZEND_DEBUG_BUILD', $core), 5)), "\n";
echo implode(' ', array_slice($core, array_search('UPLOAD_ERR_EXTENSION', $core))), "\n";
var_dump($core === array_keys(get_defined_constants(true)['Core']));
foreach (['SPL', 'standard', 'SimpleXML', 'xmlreader', 'exif', 'Phar', 'pdo_sqlite', 'ctype'] as $name) {
    echo $name, ' ', json_encode((new ReflectionExtension($name))->getDependencies()), "\n";
}
?>
--EXPECT--
set_time_limit header_register_callback ob_start ob_flush ob_clean ob_end_flush ob_end_clean ob_get_flush ob_get_clean ob_get_contents ob_get_level ob_get_length
mb_language mb_internal_encoding mb_http_input mb_http_output mb_detect_order mb_substitute_character
DATE_ATOM DATE_COOKIE DATE_ISO8601 DATE_ISO8601_EXPANDED DATE_RFC822 DATE_RFC850
LogicException BadFunctionCallException BadMethodCallException DomainException InvalidArgumentException LengthException OutOfRangeException RuntimeException
ZEND_DEBUG_BUILD TRUE FALSE NULL PHP_VERSION
UPLOAD_ERR_EXTENSION PHP_SAPI PHP_BINARY PHP_CLI_PROCESS_TITLE STDIN STDOUT STDERR
bool(true)
SPL {"json":"Required"}
standard {"session":"Optional"}
SimpleXML {"libxml":"Required","spl":"Required"}
xmlreader {"dom":"Required","libxml":"Required"}
exif {"standard":"Required","mbstring":"Optional"}
Phar {"apc":"Optional","bz2":"Optional","openssl":"Optional","zlib":"Optional","standard":"Optional","hash":"Required","spl":"Required"}
pdo_sqlite {"pdo":"Required"}
ctype []
