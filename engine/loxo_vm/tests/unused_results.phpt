--TEST--
A result that nobody wants is destroyed before the locals, in the frame of the function
--FILE--
<?php
class P {
    function __construct(public $n) {}
    function __destruct() {
        echo $this->n, ':';
        foreach (array_slice(debug_backtrace(), 1) as $frame) {
            echo ' ', $frame['function'], ' ', $frame['line'];
        }
        echo "\n";
    }
}
class T {
    function __destruct() { throw new Exception('from a destructor'); }
}
function temporary() { $d = new P('local'); return new P('returned'); }
temporary();
function variable() { $a = new P('a'); $b = new P('b'); return $a; }
variable();
function caught() { $d = new P('local'); try { return new T; } catch (Exception $e) { echo "not here\n"; } }
try { caught(); } catch (Exception $e) { echo $e->getMessage(), ' ', count($e->getTrace()), "\n"; }
function last() { $d = new P('local'); try { return new T; } finally { echo "finally\n"; } }
try { last(); } catch (Exception $e) { echo $e->getMessage(), ' ', count($e->getTrace()), "\n"; }
class S {
    function m() { return new P('method'); }
    static function s() { $x = 1; $y = [new P('in an array')]; return $y; }
    function __get($n) { return new P($n); }
}
(new S)->m();
S::s();
(new S)->prop;
array_map(fn($x) => new P("mapped $x"), [1]);
$f = function () { $l = [1]; return [new P('closure'), $l]; };
$f();
call_user_func($f);
$kept = $f();
echo "end\n";
--EXPECTF--
returned: temporary 16
local:
a:
b:
local:
from a destructor 2
finally
local:
from a destructor 2
method: m 28
in an array:
prop:
mapped 1:
closure: {closure:%s:32} 33
closure: {closure:%s:32} 34
end
closure:
