--TEST--
Settings and constants of assertions are deprecated
--FILE--
<?php
foreach (['active' => [0, 1], 'bail' => [1, 0], 'warning' => [0, 1], 'exception' => [0, 1], 'callback' => ['f', '']] as $name => $values) {
    foreach ($values as $value) { echo "$name=$value\n"; var_dump(ini_set("assert.$name", $value)); }
}
var_dump(@assert_options(4, 0), ASSERT_WARNING, @constant('ASSERT_BAIL'));
--EXPECTF--
active=0

Deprecated: ini_set(): assert.active INI setting is deprecated in %s on line 3
string(1) "1"
active=1
string(1) "0"
bail=1

Deprecated: ini_set(): assert.bail INI setting is deprecated in %s on line 3
string(1) "0"
bail=0
string(1) "1"
warning=0

Deprecated: ini_set(): assert.warning INI setting is deprecated in %s on line 3
string(1) "1"
warning=1
string(1) "0"
exception=0

Deprecated: ini_set(): assert.exception INI setting is deprecated in %s on line 3
string(1) "1"
exception=1
string(1) "0"
callback=f

Deprecated: ini_set(): assert.callback INI setting is deprecated in %s on line 3
string(0) ""
callback=
string(1) "f"

Deprecated: Constant ASSERT_WARNING is deprecated in %s on line 5
int(1)
int(4)
int(3)
