--TEST--
Late linking, enum values, constants in terms of constants, hooks, destructors while unwinding, handlers
--FILE--
<?php
class Early extends Later0 { function f(): Late { return new Late; } }
class Later0 { function f(): Later1 { return new Later1; } }
class Later1 {}
class Late extends Later1 {}
var_dump((new Early)->f());
enum Twice: int { case A = 1; case B = 1; const C = self::A; }
try { var_dump(Twice::B); } catch (Error $e) { echo $e->getMessage(), "\n"; }
try { Twice::from(1); } catch (Error $e) { echo $e->getMessage(), "\n"; }
class Old {
    #[\Deprecated("use NEW")] const OLD = 1;
    const LOOP = self::ROUND;
    const ROUND = self::LOOP;
    const BROKEN = 1 % 0;
    const OUTER = self::BROKEN;
}
var_dump(Old::OLD);
foreach (['LOOP', 'OUTER'] as $name) {
    try { constant("Old::$name"); } catch (Error $e) { echo $e->getMessage(), "\n"; }
}
try { echo Old::OUTER; } catch (Error $e) { echo preg_replace('~/\S+/~', '', $e->getTraceAsString()), "\n"; }
class P { public $x = 1; function __construct(private $secret = 2) {} }
class H extends P { public $x = 42 { get => $this->x + 1; } }
var_dump((new H)->x);
class Unset_ { public int $n; function __get($name) { return "7"; } }
$u = new Unset_;
unset($u->n);
var_dump($u->n);
$o = new class { private int $hidden = 3; function fail() { throw new Exception("anonymous"); } };
try { $o->fail(); } catch (Exception $e) { echo preg_replace('~/\S+/~', '', $e->getTraceAsString()), "\n"; }
$counter = function () { static $calls = 5; };
var_dump((fn($c) => print_r($c, true) !== '' && str_contains(print_r($c, true), '[calls] => 5'))($counter));
class L { function __destruct() { echo "destructed ", implode(",", array_keys(get_object_vars($this))), "\n"; } }
function unwinds() { $l = new L; throw new Exception("one"); }
try { unwinds(); } catch (Exception $e) { echo "caught\n"; }
set_error_handler(function ($no, $message) { throw new ErrorException($message); });
try { $undefined->call(); } catch (Exception $e) { echo get_class($e), " ", $e->getMessage(), " ", var_export($e->getPrevious(), true), "\n"; }
restore_error_handler();
set_exception_handler(function ($e) {
    echo "first: ", $e->getMessage(), "\n";
    set_exception_handler(function ($e) { echo "second: ", $e->getMessage(), "\n"; });
    throw new Exception("again");
});
$left = new L;
throw new Exception("nobody");
--EXPECTF--
object(Late)#2 (0) {
}
Duplicate value in enum Twice for cases A and B
Duplicate value in enum Twice for cases A and B

Deprecated: Constant Old::OLD is deprecated, use NEW in %s on line 17
int(1)
Cannot declare self-referencing constant self::LOOP
Modulo by zero
#0 classes.php(21): [constant expression]()
#1 {main}
int(43)
int(7)
#0 classes.php(30): class@anonymous->fail()
#1 {main}
bool(true)
destructed 
caught
ErrorException Undefined variable $undefined NULL
first: nobody
second: again
destructed
