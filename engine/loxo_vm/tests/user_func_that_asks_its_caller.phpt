--TEST--
call_user_func() with the name of a function that looks at its caller
--FILE--
<?php
function test($a, $b) {
    var_dump(call_user_func('func_get_args'), call_user_func('func_num_args'), call_user_func('compact', 'a', ['b']));
    var_dump(call_user_func_array('func_get_arg', [1]), call_user_func('extract', ['c' => 3]), $c, array_keys(call_user_func('get_defined_vars')));
    $name = 'func_get_args';
    foreach ([fn() => call_user_func($name), fn() => call_user_func('\func_get_args')] as $call) {
        try {
            var_dump($call());
        } catch (Error $error) {
            echo $error->getMessage(), "\n";
        }
    }
}
test(1, 2);
--EXPECT--
array(2) {
  [0]=>
  int(1)
  [1]=>
  int(2)
}
int(2)
array(2) {
  ["a"]=>
  int(1)
  ["b"]=>
  int(2)
}
int(2)
int(1)
int(3)
array(3) {
  [0]=>
  string(1) "a"
  [1]=>
  string(1) "b"
  [2]=>
  string(1) "c"
}
Cannot call func_get_args() dynamically
Cannot call func_get_args() dynamically
