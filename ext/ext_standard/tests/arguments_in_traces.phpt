--TEST--
Traces show ints, floats and bools of builtins as they were passed, and strings and numbers as they were converted
--FILE--
<?php
class Text { function __toString() { return 'text'; } }
function tell(callable $call) {
    try {
        $call();
    } catch (Throwable $e) {
        echo $e->getMessage(), ': ', json_encode($e->getTrace()[0]['args']), "\n";
    }
}
tell(fn() => str_repeat(5, "-1"));
tell(fn() => str_repeat(new Text, -1.0));
tell(fn() => str_repeat(true, "-1"));
tell(fn() => @explode(null, 5, true));
tell(fn() => str_pad("x", "5", "", "1"));
tell(fn() => @intdiv(true, null));
tell(fn() => round("1.5", "1", 99));
tell(fn() => log("5", "0"));
tell(fn() => log(5, true));
tell(fn() => array_chunk([1], "0", "1"));
tell(fn() => json_decode("[]", null, 0, "7"));
tell(fn() => array_fill("5", "-1", "3"));
tell(fn() => (new SplFixedArray(1))->setSize("-1"));
tell(fn() => (new ArrayIterator([1]))->seek(5.0));
tell(fn() => array_map('random_int', ["5"], [true]));
tell(fn() => call_user_func_array('array_rand', [[1, 2], "5"]));
tell(fn() => usleep(...["-1"]));

$list = ["5", 2.0];
$reference = &$list[0];
tell(fn() => call_user_func_array('random_int', $list));
var_dump($list);

array_filter([1], function () { echo json_encode(debug_backtrace()[1]['args'][2]), "\n"; }, "2");
array_walk_recursive($list, function () { static $once; $once ??= print(count(debug_backtrace()[1]['args']) . "\n"); }, 7);
?>
--EXPECT--
str_repeat(): Argument #2 ($times) must be greater than or equal to 0: ["5","-1"]
str_repeat(): Argument #2 ($times) must be greater than or equal to 0: ["text",-1]
str_repeat(): Argument #2 ($times) must be greater than or equal to 0: ["1","-1"]
explode(): Argument #1 ($separator) must not be empty: ["","5",true]
str_pad(): Argument #3 ($pad_string) must not be empty: ["x","5","","1"]
Division by zero: [true,null]
round(): Argument #3 ($mode) must be a valid rounding mode (RoundingMode::*): [1.5,"1",99]
log(): Argument #2 ($base) must be greater than 0: ["5","0"]
array_chunk(): Argument #2 ($length) must be greater than 0: [[1],"0","1"]
json_decode(): Argument #3 ($depth) must be greater than 0: ["[]",null,0,"7"]
array_fill(): Argument #2 ($count) must be greater than or equal to 0: ["5","-1","3"]
SplFixedArray::setSize(): Argument #1 ($size) must be greater than or equal to 0: ["-1"]
Seek position 5 is out of range: [5]
random_int(): Argument #1 ($min) must be less than or equal to argument #2 ($max): ["5",true]
array_rand(): Argument #2 ($num) must be between 1 and the number of elements in argument #1 ($array): [[1,2],"5"]
usleep(): Argument #1 ($microseconds) must be greater than or equal to 0: ["-1"]
random_int(): Argument #1 ($min) must be less than or equal to argument #2 ($max): ["5",2]
array(2) {
  [0]=>
  &string(1) "5"
  [1]=>
  float(2)
}
"2"
3
