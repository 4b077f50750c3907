--TEST--
Handlers of messages about a call leave its arguments alone, also if these came out of an array
--FILE--
<?php
function deep(int $n)
{
    $values = [$n, "n$n", [$n]];
    return $n ? deep($n - 1) . count($values) : '';
}

set_error_handler(function (int $level, string $message) {
    echo $message, "\n";
    deep(9);
    return true;
});

#[Deprecated]
function old(...$all)
{
    return implode(',', $all);
}

function by_reference(&$first, ...$others)
{
    return "$first," . implode(',', $others);
}

class Magic
{
    #[Deprecated]
    public function __call($name, $arguments)
    {
        return $name . implode(',', $arguments);
    }
}

$call = fn(callable $callee, array $arguments) => $callee(...$arguments);
var_dump($call('old', range(1, 20)));
var_dump(bin2hex($call('mhash', [MHASH_MD5, str_repeat('data', 2), str_repeat('key', 2)])));
var_dump(call_user_func('by_reference', ...array_map('strval', range(100, 120))));
var_dump(call_user_func_array('by_reference', ['a', 'b', 'c']));
var_dump($call([new Magic(), 'any'], range(1, 20)));
var_dump($call('strftime', ['%Y', 86400 * 400]));
?>
--EXPECT--
Function old() is deprecated
string(50) "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20"
Function mhash() is deprecated since 8.1
string(32) "2b0b02f3dc49d61938e813d2941345f8"
by_reference(): Argument #1 ($first) must be passed by reference, value given
string(83) "100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120"
by_reference(): Argument #1 ($first) must be passed by reference, value given
string(5) "a,b,c"
Method Magic::any() is deprecated
string(53) "any1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20"
Function strftime() is deprecated since 8.1, use IntlDateFormatter::format() instead
string(4) "1971"
