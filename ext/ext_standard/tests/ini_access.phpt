--TEST--
Settings: who may change them, their order, and which names of extensions are known
--FILE--
<?php
foreach (['memory_limit', 'file_uploads', 'precision', 'session.auto_start', 'sqlite3.defensive', 'openssl.cafile'] as $name) {
    echo $name, ' ', ini_get_all()[$name]['access'], ' ', var_export(ini_set($name, ini_get($name)) !== false, true), "\n";
}
$names = array_keys(ini_get_all());
$sorted = $names;
sort($sorted, SORT_STRING | SORT_FLAG_CASE);
var_dump($names === $sorted, ini_get_all('core') === ini_get_all(), ini_get_all('PCRE'), count(ini_get_all('pcre')));
var_dump(ini_get_all('standard')['from']['global_value'], ini_get('from'));
?>
--EXPECTF--
memory_limit 7 true
file_uploads 4 false
precision 7 true
session.auto_start 2 false
sqlite3.defensive 1 true
openssl.cafile 2 false

Warning: ini_get_all(): Extension "PCRE" cannot be found in %s on line %d
bool(true)
bool(true)
bool(false)
int(3)
NULL
string(0) ""
