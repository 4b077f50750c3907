--TEST--
Autoloaders and messages get the name of a class as the code that needs it spells it, whatever other code called it before
--FILE--
<?php
spl_autoload_register(function ($class) { echo "[$class] "; });
function mentions($x) {
    try { return $x instanceof \some\THING || $x instanceof OTHER\thing; } catch (\some\THING) {}
}
function tell($use) {
    try { $use(); } catch (Error $error) { echo $error->getMessage(), "\n"; }
}
mentions(null);
$name = 'soMe\thing';
foreach ([
    fn() => new Some\Thing, fn() => Some\Thing::X, fn() => some\Thing::f(), fn() => Some\thing::$x, fn() => new $name, fn() => $name::f(...),
    fn() => new SOME\THING(Other\Thing::X), fn() => Other\THING::X, fn() => isset(Some\Thing::$x), fn() => [Some\Thing::X => 1, some\THING::X => 2],
    fn() => Some\Thing::f(...), fn() => Some\Thing::{'X'}, fn() => call_user_func([Some\ThinG::class, 'f']), fn() => Some\THinG::$x = 1,
] as $use) {
    tell($use);
}
const C = [Some\ThINg::class];
class Late { const X = Some\THInG::Y; public $p = soME\Thing::Z; function f($x = soME\ThiNG::Q) {} }
tell(fn() => Late::X);
tell(fn() => new Late);
tell(fn() => (new ReflectionClass('Late'))->newInstanceWithoutConstructor()->f());
tell(fn() => ('\some\nowhere')());
?>
--EXPECT--
[Some\Thing] Class "Some\Thing" not found
[Some\Thing] Class "Some\Thing" not found
[some\Thing] Class "some\Thing" not found
[Some\thing] Class "Some\thing" not found
[soMe\thing] Class "soMe\thing" not found
[soMe\thing] Class "soMe\thing" not found
[SOME\THING] Class "SOME\THING" not found
[Other\THING] Class "Other\THING" not found
[Some\Thing] Class "Some\Thing" not found
[Some\Thing] Class "Some\Thing" not found
[Some\Thing] Class "Some\Thing" not found
[Some\Thing] Class "Some\Thing" not found
[Some\ThinG] call_user_func(): Argument #1 ($callback) must be a valid callback, class "Some\ThinG" not found
[Some\THinG] Class "Some\THinG" not found
[Some\THInG] Class "Some\THInG" not found
[Some\THInG] Class "Some\THInG" not found
[Some\THInG] Class "Some\THInG" not found
Call to undefined function some\nowhere()
