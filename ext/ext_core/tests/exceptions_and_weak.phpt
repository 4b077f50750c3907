--TEST--
Core: exceptions as text, weak references, attributes, the collector
--FILE--
<?php
function thrower(string $s, $arr, $obj, $f, ...$rest) { throw new LogicExc("boo\nbar", 7); }
class LogicExc extends Exception { protected $message = 'default'; protected $code = 42; }
try { thrower("a long string which is truncated", [1], new stdClass, 1.5, null, true, "q'\\\x01\xe9\n"); } catch (Exception $e) { echo $e->getTraceAsString(), "\n"; }
$x = new LogicExc; var_dump($x->getMessage(), $x->getCode());
$x = new LogicExc("", 0); var_dump($x->getMessage(), $x->getCode());
try { clone $e; } catch (Error $e2) { echo $e2->getMessage(), "\n"; }
$ee = new ErrorException("m", 1, E_WARNING, "file.php", 33);
var_dump($ee->getSeverity(), $ee->getFile(), $ee->getLine());
$ee = new ErrorException("m", filename: "f2");
var_dump($ee->getSeverity(), $ee->getFile(), $ee->getLine());
echo new Error("x"), "\n";
$e = new Exception("a", 0, new Exception("b", 0, new TypeError("c, called in foo")));
echo $e, "\n";
try { new Exception([], 1); } catch (TypeError $t) { echo $t->getMessage(), "\n"; }
try { new Exception("", "x"); } catch (TypeError $t) { echo $t->getMessage(), "\n"; }
try { new Exception("", 1, new stdClass); } catch (TypeError $t) { echo $t->getMessage(), "\n"; }
var_dump(new ArithmeticError("q"));
$r = WeakReference::create($x); var_dump($r->get() === $x, WeakReference::create($x) === $r); var_dump($r); unset($x); var_dump($r->get());
try { new WeakReference; } catch (Error $t) { echo $t->getMessage(), "\n"; }
$m = new WeakMap; $k = new stdClass; $k2 = new stdClass; $m[$k] = 1; $m[$k2] = [1,2];
var_dump($m->count(), $m[$k], isset($m[$k]), isset($m[new stdClass])); 
$m[$k2][] = 3; var_dump($m[$k2]); $m[$k2] = 4; var_dump($m);
foreach ($m as $kk => $v) { var_dump($kk, $v); }
unset($k2); var_dump($m->count()); unset($kk); var_dump($m->count());
try { $m[1] = 2; } catch (Error $t) { echo get_class($t), $t->getMessage(), "\n"; }
try { $m[new stdClass]; } catch (Error $t) { echo get_class($t), $t->getMessage(), "\n"; }
try { $m[] = 2; } catch (Error $t) { echo get_class($t), $t->getMessage(), "\n"; }
$it = $m->getIterator(); var_dump(get_class($it), $it->valid(), $it->current()); foreach ($it as $a => $b) var_dump($b);
$c = clone $m; var_dump($c->count()); unset($m[$k]); var_dump($m->count(), $c->count());
#[Attribute] class Foo { }
$s = new SensitiveParameterValue("secret"); var_dump($s, $s->getValue());
function sec(#[SensitiveParameter] $p) { throw new Exception; }
try { sec("pw"); } catch (Exception $e) { echo $e->getTraceAsString(), "\n"; }
var_dump(new Attribute(3), new Deprecated("m", "8.0"));
var_dump(gc_enabled(), gc_collect_cycles()); gc_disable(); var_dump(gc_enabled()); gc_enable();
var_dump(array_keys(gc_status()));
var_dump(zend_version(), extension_loaded('CORE'), get_extension_funcs('nope'), count(get_extension_funcs('core')) > 50);
$a = new class { public $self; }; $a->self = $a; unset($a); var_dump(gc_collect_cycles());
exit("bye\n");
--EXPECTF--
#0 %s(4): thrower('a long string w...', Array, Object(stdClass), 1.5, NULL, true, 'q'\\\x01\xE9\n')
#1 {main}
string(7) "default"
int(42)
string(0) ""
int(42)
Trying to clone an uncloneable object of class LogicExc
int(2)
string(8) "file.php"
int(33)
int(1)
string(2) "f2"
int(0)
Error: x in %s:12
Stack trace:
#0 {main}
TypeError: c, called in foo and defined in %s:13
Stack trace:
#0 {main}

Next Exception: b in %s:13
Stack trace:
#0 {main}

Next Exception: a in %s:13
Stack trace:
#0 {main}
Exception::__construct(): Argument #1 ($message) must be of type string, array given
Exception::__construct(): Argument #2 ($code) must be of type int, string given
Exception::__construct(): Argument #3 ($previous) must be of type ?Throwable, stdClass given
object(ArithmeticError)#%d (7) {
  ["message":protected]=>
  string(1) "q"
  ["string":"Error":private]=>
  string(0) ""
  ["code":protected]=>
  int(0)
  ["file":protected]=>
  string(%d) "%s"
  ["line":protected]=>
  int(18)
  ["trace":"Error":private]=>
  array(0) {
  }
  ["previous":"Error":private]=>
  NULL
}
bool(true)
bool(true)
object(WeakReference)#%d (1) {
  ["object"]=>
  object(LogicExc)#%d (7) {
    ["message":protected]=>
    string(0) ""
    ["string":"Exception":private]=>
    string(0) ""
    ["code":protected]=>
    int(42)
    ["file":protected]=>
    string(%d) "%s"
    ["line":protected]=>
    int(6)
    ["trace":"Exception":private]=>
    array(0) {
    }
    ["previous":"Exception":private]=>
    NULL
  }
}
NULL
Direct instantiation of WeakReference is not allowed, use WeakReference::create instead
int(2)
int(1)
bool(true)
bool(false)
array(3) {
  [0]=>
  int(1)
  [1]=>
  int(2)
  [2]=>
  int(3)
}
object(WeakMap)#%d (2) {
  [0]=>
  array(2) {
    ["key"]=>
    object(stdClass)#%d (0) {
    }
    ["value"]=>
    int(1)
  }
  [1]=>
  array(2) {
    ["key"]=>
    object(stdClass)#%d (0) {
    }
    ["value"]=>
    int(4)
  }
}
object(stdClass)#%d (0) {
}
int(1)
object(stdClass)#%d (0) {
}
int(4)
int(2)
int(1)
TypeErrorWeakMap key must be an object
ErrorObject stdClass#1 not contained in WeakMap
ErrorCannot append to WeakMap
string(16) "InternalIterator"
bool(true)
int(1)
int(1)
int(1)
int(0)
int(1)
object(SensitiveParameterValue)#%d (0) {
}
string(6) "secret"
#0 %s(34): sec(Object(SensitiveParameterValue))
#1 {main}
object(Attribute)#%d (1) {
  ["flags"]=>
  int(3)
}
object(Deprecated)#%d (2) {
  ["message"]=>
  string(1) "m"
  ["since"]=>
  string(3) "8.0"
}
bool(true)
int(0)
bool(false)
array(12) {
  [0]=>
  string(7) "running"
  [1]=>
  string(9) "protected"
  [2]=>
  string(4) "full"
  [3]=>
  string(4) "runs"
  [4]=>
  string(9) "collected"
  [5]=>
  string(9) "threshold"
  [6]=>
  string(11) "buffer_size"
  [7]=>
  string(5) "roots"
  [8]=>
  string(16) "application_time"
  [9]=>
  string(14) "collector_time"
  [10]=>
  string(15) "destructor_time"
  [11]=>
  string(9) "free_time"
}
string(6) "4.4.24"
bool(true)
bool(false)
bool(true)
int(1)
bye
