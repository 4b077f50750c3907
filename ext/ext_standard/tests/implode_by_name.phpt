--TEST--
implode() looks at its arguments one after the other where code has its name, and at their types before in other calls
--FILE--
<?php
namespace Its\Own;

function tell(string $label, callable $call) {
    try {
        $result = json_encode($call());
    } catch (\Throwable $e) {
        $result = $e->getMessage();
    }
    echo "$label: $result\n";
}
set_error_handler(fn($number, $message) => print("[$message] "));
$lists = [[], ["x"], [null], [new \stdClass], [[1, 2], null], [[1, 2], "x"], [[1, 2], [3]], [new \stdClass, "x"], ["-", [1, 2]], [5, [1, 2]], [null, [1, 2]]];
foreach ($lists as $list) {
    echo json_encode($list), "\n";
    $name = 'implode';
    $closure = implode(...);
    tell('  spread', fn() => \implode(...$list));
    tell('  spread in the namespace', fn() => implode(...$list));
    tell('  variable, spread', fn() => $name(...$list));
    tell('  call_user_func_array', fn() => \call_user_func_array('implode', $list));
    if (count($list) == 1) {
        [$a] = $list;
        tell('  by name', fn() => \implode($a));
        tell('  in the namespace', fn() => implode($a));
        tell('  variable', fn() => $name($a));
        tell('  array_map', fn() => \array_map('implode', [$a]));
        tell('  named', fn() => implode(separator: $a));
    }
    if (count($list) == 2) {
        [$a, $b] = $list;
        tell('  by name', fn() => \implode($a, $b));
        tell('  in the namespace', fn() => implode($a, $b));
        tell('  string', fn() => ('implode')($a, $b));
        tell('  variable', fn() => $name($a, $b));
        tell('  closure', fn() => $closure($a, $b));
        tell('  call_user_func', fn() => \call_user_func('implode', $a, $b));
        tell('  call_user_func in the namespace', fn() => call_user_func('implode', $a, $b));
        tell('  array_map', fn() => array_map('implode', [$a], [$b]));
        tell('  named', fn() => implode(separator: $a, array: $b));
        tell('  one named', fn() => implode($a, array: $b));
    }
}
?>
--EXPECT--
[]
  spread: implode() expects at least 1 argument, 0 given
  spread in the namespace: implode() expects at least 1 argument, 0 given
  variable, spread: implode() expects at least 1 argument, 0 given
  call_user_func_array: implode() expects at least 1 argument, 0 given
["x"]
  spread: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
  spread in the namespace: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
  variable, spread: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
  call_user_func_array: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
  by name: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
  in the namespace: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
  variable: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
  array_map: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
  named: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
[null]
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   spread: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   spread in the namespace: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   variable, spread: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   call_user_func_array: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
  by name: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
  in the namespace: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   variable: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   array_map: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   named: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
[{}]
  spread: implode(): Argument #1 ($separator) must be of type array|string, stdClass given
  spread in the namespace: implode(): Argument #1 ($separator) must be of type array|string, stdClass given
  variable, spread: implode(): Argument #1 ($separator) must be of type array|string, stdClass given
  call_user_func_array: implode(): Argument #1 ($separator) must be of type array|string, stdClass given
  by name: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
  in the namespace: implode(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given
  variable: implode(): Argument #1 ($separator) must be of type array|string, stdClass given
  array_map: implode(): Argument #1 ($separator) must be of type array|string, stdClass given
  named: implode(): Argument #1 ($separator) must be of type array|string, stdClass given
[[1,2],null]
  spread: "12"
  spread in the namespace: "12"
  variable, spread: "12"
  call_user_func_array: "12"
  by name: implode(): Argument #1 ($separator) must be of type string, array given
  in the namespace: implode(): Argument #1 ($separator) must be of type string, array given
  string: implode(): Argument #1 ($separator) must be of type string, array given
  variable: "12"
  closure: "12"
  call_user_func: "12"
  call_user_func in the namespace: "12"
  array_map: ["12"]
  named: "12"
  one named: "12"
[[1,2],"x"]
  spread: implode(): Argument #2 ($array) must be of type ?array, string given
  spread in the namespace: implode(): Argument #2 ($array) must be of type ?array, string given
  variable, spread: implode(): Argument #2 ($array) must be of type ?array, string given
  call_user_func_array: implode(): Argument #2 ($array) must be of type ?array, string given
  by name: implode(): Argument #1 ($separator) must be of type string, array given
  in the namespace: implode(): Argument #1 ($separator) must be of type string, array given
  string: implode(): Argument #1 ($separator) must be of type string, array given
  variable: implode(): Argument #2 ($array) must be of type ?array, string given
  closure: implode(): Argument #2 ($array) must be of type ?array, string given
  call_user_func: implode(): Argument #2 ($array) must be of type ?array, string given
  call_user_func in the namespace: implode(): Argument #2 ($array) must be of type ?array, string given
  array_map: implode(): Argument #2 ($array) must be of type ?array, string given
  named: implode(): Argument #2 ($array) must be of type ?array, string given
  one named: implode(): Argument #2 ($array) must be of type ?array, string given
[[1,2],[3]]
  spread: implode(): Argument #1 ($separator) must be of type string, array given
  spread in the namespace: implode(): Argument #1 ($separator) must be of type string, array given
  variable, spread: implode(): Argument #1 ($separator) must be of type string, array given
  call_user_func_array: implode(): Argument #1 ($separator) must be of type string, array given
  by name: implode(): Argument #1 ($separator) must be of type string, array given
  in the namespace: implode(): Argument #1 ($separator) must be of type string, array given
  string: implode(): Argument #1 ($separator) must be of type string, array given
  variable: implode(): Argument #1 ($separator) must be of type string, array given
  closure: implode(): Argument #1 ($separator) must be of type string, array given
  call_user_func: implode(): Argument #1 ($separator) must be of type string, array given
  call_user_func in the namespace: implode(): Argument #1 ($separator) must be of type string, array given
  array_map: implode(): Argument #1 ($separator) must be of type string, array given
  named: implode(): Argument #1 ($separator) must be of type string, array given
  one named: implode(): Argument #1 ($separator) must be of type string, array given
[{},"x"]
  spread: implode(): Argument #1 ($separator) must be of type array|string, stdClass given
  spread in the namespace: implode(): Argument #1 ($separator) must be of type array|string, stdClass given
  variable, spread: implode(): Argument #1 ($separator) must be of type array|string, stdClass given
  call_user_func_array: implode(): Argument #1 ($separator) must be of type array|string, stdClass given
  by name: implode(): Argument #1 ($separator) must be of type string, stdClass given
  in the namespace: implode(): Argument #1 ($separator) must be of type string, stdClass given
  string: implode(): Argument #1 ($separator) must be of type string, stdClass given
  variable: implode(): Argument #1 ($separator) must be of type array|string, stdClass given
  closure: implode(): Argument #1 ($separator) must be of type array|string, stdClass given
  call_user_func: implode(): Argument #1 ($separator) must be of type array|string, stdClass given
  call_user_func in the namespace: implode(): Argument #1 ($separator) must be of type array|string, stdClass given
  array_map: implode(): Argument #1 ($separator) must be of type array|string, stdClass given
  named: implode(): Argument #1 ($separator) must be of type array|string, stdClass given
  one named: implode(): Argument #1 ($separator) must be of type array|string, stdClass given
["-",[1,2]]
  spread: "1-2"
  spread in the namespace: "1-2"
  variable, spread: "1-2"
  call_user_func_array: "1-2"
  by name: "1-2"
  in the namespace: "1-2"
  string: "1-2"
  variable: "1-2"
  closure: "1-2"
  call_user_func: "1-2"
  call_user_func in the namespace: "1-2"
  array_map: ["1-2"]
  named: "1-2"
  one named: "1-2"
[5,[1,2]]
  spread: "152"
  spread in the namespace: "152"
  variable, spread: "152"
  call_user_func_array: "152"
  by name: "152"
  in the namespace: "152"
  string: "152"
  variable: "152"
  closure: "152"
  call_user_func: "152"
  call_user_func in the namespace: "152"
  array_map: ["152"]
  named: "152"
  one named: "152"
[null,[1,2]]
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   spread: "12"
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   spread in the namespace: "12"
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   variable, spread: "12"
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   call_user_func_array: "12"
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   by name: "12"
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   in the namespace: "12"
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   string: "12"
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   variable: "12"
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   closure: "12"
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   call_user_func: "12"
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   call_user_func in the namespace: "12"
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   array_map: ["12"]
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   named: "12"
[implode(): Passing null to parameter #1 ($separator) of type array|string is deprecated]   one named: "12"
