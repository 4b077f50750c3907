--TEST--
Functions that the engine calls by itself: where they were called, as messages tell, and whether strict types count
--FILE--
<?php
declare(strict_types=1);
function tried(string $what, Closure $work): void {
    try {
        $result = json_encode($work());
    } catch (Error $error) {
        $result = get_class($error) . ': ' . preg_replace(['~\{closure:[^ ]*\}~', '~in /.*/~'], ['{closure}', 'in '], $error->getMessage());
    }
    echo $what, ' ', $result, "\n";
}
class Magic {
    public int $hooked { set => $value; }
    function __set($name, int $value) {}
    static function more($a, $b, $c, $d, $e) {}
}
$object = new Magic;
tried('__set', function () use ($object) { $object->x = '5'; });
tried('set hook', function () use ($object) { $object->hooked = '5'; });
tried('set hook of a sum', function () use ($object) { $object->hooked = 1; $object->hooked += 0.5; });
tried('set hook by reflection', function () use ($object) { (new ReflectionProperty('Magic', 'hooked'))->setValue($object, '5'); return $object->hooked; });
tried('error handler', function () {
    set_error_handler(fn(string $number) => true);
    try { echo $undefined; } finally { restore_error_handler(); }
});
tried('error handler below a builtin', function () {
    set_error_handler(fn(string $number) => true);
    try { return hex2bin('1'); } finally { restore_error_handler(); }
});
tried('too few for an error handler', function () {
    set_error_handler('Magic::more');
    try { echo $undefined; } finally { restore_error_handler(); }
});
foreach (['new' => fn() => new Missing, 'is_a' => fn() => is_a('Missing', 'Magic', true)] as $what => $load) {
    tried("autoloader of $what", function () use ($load) {
        spl_autoload_register($loader = function (int $name) {});
        try { return $load(); } finally { spl_autoload_unregister($loader); }
    });
}
tried('array_map', fn() => array_map(fn(int $n) => $n, ['5']));
tried('too few for array_map', fn() => array_map('Magic::more', ['5']));
tried('call_user_func', fn() => call_user_func(fn(int $n) => $n, '5'));
--EXPECTF--
__set TypeError: Magic::__set(): Argument #2 ($value) must be of type int, string given, called in %s on line 17
set hook TypeError: Magic::$hooked::set(): Argument #1 ($value) must be of type int, string given, called in %s on line 18
set hook of a sum TypeError: Magic::$hooked::set(): Argument #1 ($value) must be of type int, float given, called in %s on line 19
set hook by reflection 5
error handler TypeError: {closure}(): Argument #1 ($number) must be of type string, int given, called in %s on line 23
error handler below a builtin false
too few for an error handler ArgumentCountError: Too few arguments to function Magic::more(), 4 passed in %s on line 31 and exactly 5 expected
autoloader of new TypeError: {closure}(): Argument #1 ($name) must be of type int, string given, called in %s on line 33
autoloader of is_a TypeError: {closure}(): Argument #1 ($name) must be of type int, string given
array_map [5]
too few for array_map ArgumentCountError: Too few arguments to function Magic::more(), 1 passed and exactly 5 expected
call_user_func TypeError: {closure}(): Argument #1 ($n) must be of type int, string given, called in %s on line 41
