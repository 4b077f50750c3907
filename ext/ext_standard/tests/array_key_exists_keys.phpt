--TEST--
array_key_exists() with keys that are none: the function names its argument, the op the offset
--FILE--
<?php
namespace A;
function t($f) {
    try {
        var_dump($f());
    } catch (\Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n", $e->getTraceAsString(), "\n";
    }
}
foreach ([[], new \stdClass, null, 1.5, true] as $key) {
    t(fn() => \array_key_exists($key, ['' => 1, 1 => 2]));
    t(fn() => array_key_exists($key, ['' => 1, 1 => 2]));
    t(fn() => \array_map('array_key_exists', [$key], [[1]]));
    t(fn() => \array_key_exists($key, $key));
}
?>
--EXPECTF--
TypeError: Cannot access offset of type array on array
#0 %sarray_key_exists_keys.php(5): {closure:%sarray_key_exists_keys.php:11}()
#1 %sarray_key_exists_keys.php(11): A\t(Object(Closure))
#2 {main}
TypeError: array_key_exists(): Argument #1 ($key) must be a valid array offset type
#0 %sarray_key_exists_keys.php(12): array_key_exists(Array, Array)
#1 %sarray_key_exists_keys.php(5): {closure:%sarray_key_exists_keys.php:12}()
#2 %sarray_key_exists_keys.php(12): A\t(Object(Closure))
#3 {main}
TypeError: array_key_exists(): Argument #1 ($key) must be a valid array offset type
#0 [internal function]: array_key_exists(Array, Array)
#1 %sarray_key_exists_keys.php(13): array_map('array_key_exist...', Array, Array)
#2 %sarray_key_exists_keys.php(5): {closure:%sarray_key_exists_keys.php:13}()
#3 %sarray_key_exists_keys.php(13): A\t(Object(Closure))
#4 {main}
TypeError: Cannot access offset of type array on array
#0 %sarray_key_exists_keys.php(5): {closure:%sarray_key_exists_keys.php:14}()
#1 %sarray_key_exists_keys.php(14): A\t(Object(Closure))
#2 {main}
TypeError: Cannot access offset of type stdClass on array
#0 %sarray_key_exists_keys.php(5): {closure:%sarray_key_exists_keys.php:11}()
#1 %sarray_key_exists_keys.php(11): A\t(Object(Closure))
#2 {main}
TypeError: array_key_exists(): Argument #1 ($key) must be a valid array offset type
#0 %sarray_key_exists_keys.php(12): array_key_exists(Object(stdClass), Array)
#1 %sarray_key_exists_keys.php(5): {closure:%sarray_key_exists_keys.php:12}()
#2 %sarray_key_exists_keys.php(12): A\t(Object(Closure))
#3 {main}
TypeError: array_key_exists(): Argument #1 ($key) must be a valid array offset type
#0 [internal function]: array_key_exists(Object(stdClass), Array)
#1 %sarray_key_exists_keys.php(13): array_map('array_key_exist...', Array, Array)
#2 %sarray_key_exists_keys.php(5): {closure:%sarray_key_exists_keys.php:13}()
#3 %sarray_key_exists_keys.php(13): A\t(Object(Closure))
#4 {main}
TypeError: array_key_exists(): Argument #2 ($array) must be of type array, stdClass given
#0 %sarray_key_exists_keys.php(5): {closure:%sarray_key_exists_keys.php:14}()
#1 %sarray_key_exists_keys.php(14): A\t(Object(Closure))
#2 {main}
bool(true)
bool(true)
array(1) {
  [0]=>
  bool(false)
}
TypeError: array_key_exists(): Argument #2 ($array) must be of type array, null given
#0 %sarray_key_exists_keys.php(5): {closure:%sarray_key_exists_keys.php:14}()
#1 %sarray_key_exists_keys.php(14): A\t(Object(Closure))
#2 {main}

Deprecated: Implicit conversion from float 1.5 to int loses precision in %sarray_key_exists_keys.php on line 11
bool(true)

Deprecated: Implicit conversion from float 1.5 to int loses precision in %sarray_key_exists_keys.php on line 12
bool(true)

Deprecated: Implicit conversion from float 1.5 to int loses precision in %sarray_key_exists_keys.php on line 13
array(1) {
  [0]=>
  bool(false)
}
TypeError: array_key_exists(): Argument #2 ($array) must be of type array, float given
#0 %sarray_key_exists_keys.php(5): {closure:%sarray_key_exists_keys.php:14}()
#1 %sarray_key_exists_keys.php(14): A\t(Object(Closure))
#2 {main}
bool(true)
bool(true)
array(1) {
  [0]=>
  bool(false)
}
TypeError: array_key_exists(): Argument #2 ($array) must be of type array, true given
#0 %sarray_key_exists_keys.php(5): {closure:%sarray_key_exists_keys.php:14}()
#1 %sarray_key_exists_keys.php(14): A\t(Object(Closure))
#2 {main}
