--TEST--
`op=` whose operator fails leaves a typed property as it was, with strict types; a reference complains
--FILE--
<?php
declare(strict_types=1);
class Bad {}
class A {
    public mixed $m = 5;
    public int|array $ia = 3;
    public ?A $o = null;
    public ?int $ni = 4;
    public array $arr = [1];
    public iterable $it = [];
    public bool|float $bf = true;
    public string|bool $sb = "s";
    public int $n = 5;
    public readonly int $r;
    public false|int $fi = false;
    public ?array $na = null;
    public string $s = "a";
    public static mixed $sm = 5;
    public int $h = 3 { get => $this->h; set { $this->h = $value; } }
    function __construct() { $this->r = 4; }
    function ro() { $this->r += []; }
}
function t($f) {
    try {
        $f();
    } catch (Throwable $e) {
        do echo get_class($e), ": ", $e->getMessage(), "\n"; while ($e = $e->getPrevious());
    }
}
$o = new A;
foreach (['m', 'ia', 'ni', 'arr', 'it', 'bf', 'sb', 'n', 'fi', 'na', 's', 'h'] as $p) { echo "$p: ";
  t(function() use ($o, $p) { $o->$p += new Bad; }); var_dump($o->$p); }
t(function() use ($o) { $o->ro(); }); var_dump($o->r);
t(function() use ($o) { $o->o += []; }); var_dump($o->o);
$o = new A;
foreach (['m', 'ia', 'ni', 'arr', 'it', 'bf', 'sb', 'n', 'fi', 'na', 's'] as $p) { echo "ref $p: "; $r = &$o->$p;
  t(function() use ($o, $p) { $o->$p += new Bad; }); var_dump($o->$p); t(function() use (&$r) { $r -= new Bad; }); var_dump($o->$p); unset($r); }
t(function() { A::$sm += []; }); var_dump(A::$sm);
t(function() use ($o) { $o->n = 7; $o->n .= new Bad; }); var_dump($o->n);
t(function() use ($o) { $o->s = "q"; $o->s .= new Bad; }); var_dump($o->s);
t(function() use ($o) { $o->n = 7; $o->n %= 0; }); var_dump($o->n);
t(function() use ($o) { $o->n = 7; $o->n <<= -1; }); var_dump($o->n);
set_error_handler(function($n, $m) { throw new Exception($m); });
t(function() use ($o) { $o->n = 7; $o->n += "5 apples"; }); var_dump($o->n);
t(function() use ($o) { $o->s = "q"; $o->s .= []; }); var_dump($o->s);
t(function() use ($o) { $o->n = 7; $o->n .= []; }); var_dump($o->n);
t(function() use ($o) { $o->n = 7; $o->n %= 1.5; }); var_dump($o->n);
t(function() use ($o) { $o->n = 7; $o->n += 1.5; }); var_dump($o->n);
$x = [1]; t(function() use ($o, &$x) { $x[0] = &$o->n; $x[0] += []; }); var_dump($o->n);
$o->n = 9; t(function() use ($o, &$x) { $x[0] .= "z"; }); var_dump($o->n);
class P { public A $a; } $p = new P; $p->a = new A;
t(function() use ($p) { $p->a->n += []; }); var_dump($p->a->n);
t(function() use ($p) { $p->a->arr[0] += []; }); var_dump($p->a->arr);
?>
--EXPECT--
m: TypeError: Unsupported operand types: int + Bad
int(5)
ia: TypeError: Unsupported operand types: int + Bad
int(3)
ni: TypeError: Unsupported operand types: int + Bad
int(4)
arr: TypeError: Unsupported operand types: array + Bad
array(1) {
  [0]=>
  int(1)
}
it: TypeError: Unsupported operand types: array + Bad
array(0) {
}
bf: TypeError: Unsupported operand types: bool + Bad
bool(true)
sb: TypeError: Unsupported operand types: string + Bad
string(1) "s"
n: TypeError: Unsupported operand types: int + Bad
int(5)
fi: TypeError: Unsupported operand types: bool + Bad
bool(false)
na: TypeError: Unsupported operand types: null + Bad
NULL
s: TypeError: Unsupported operand types: string + Bad
string(1) "a"
h: TypeError: Unsupported operand types: int + Bad
int(3)
TypeError: Unsupported operand types: int + array
int(4)
TypeError: Unsupported operand types: null + array
NULL
ref m: TypeError: Cannot assign null to reference held by property A::$m of type mixed
TypeError: Unsupported operand types: int + Bad
int(5)
TypeError: Cannot assign null to reference held by property A::$m of type mixed
TypeError: Unsupported operand types: int - Bad
int(5)
ref ia: TypeError: Cannot assign null to reference held by property A::$ia of type array|int
TypeError: Unsupported operand types: int + Bad
int(3)
TypeError: Cannot assign null to reference held by property A::$ia of type array|int
TypeError: Unsupported operand types: int - Bad
int(3)
ref ni: TypeError: Cannot assign null to reference held by property A::$ni of type ?int
TypeError: Unsupported operand types: int + Bad
int(4)
TypeError: Cannot assign null to reference held by property A::$ni of type ?int
TypeError: Unsupported operand types: int - Bad
int(4)
ref arr: TypeError: Cannot assign null to reference held by property A::$arr of type array
TypeError: Unsupported operand types: array + Bad
array(1) {
  [0]=>
  int(1)
}
TypeError: Cannot assign null to reference held by property A::$arr of type array
TypeError: Unsupported operand types: array - Bad
array(1) {
  [0]=>
  int(1)
}
ref it: TypeError: Cannot assign null to reference held by property A::$it of type Traversable|array
TypeError: Unsupported operand types: array + Bad
array(0) {
}
TypeError: Cannot assign null to reference held by property A::$it of type Traversable|array
TypeError: Unsupported operand types: array - Bad
array(0) {
}
ref bf: TypeError: Cannot assign null to reference held by property A::$bf of type float|bool
TypeError: Unsupported operand types: bool + Bad
bool(true)
TypeError: Cannot assign null to reference held by property A::$bf of type float|bool
TypeError: Unsupported operand types: bool - Bad
bool(true)
ref sb: TypeError: Cannot assign null to reference held by property A::$sb of type string|bool
TypeError: Unsupported operand types: string + Bad
string(1) "s"
TypeError: Cannot assign null to reference held by property A::$sb of type string|bool
TypeError: Unsupported operand types: string - Bad
string(1) "s"
ref n: TypeError: Cannot assign null to reference held by property A::$n of type int
TypeError: Unsupported operand types: int + Bad
int(5)
TypeError: Cannot assign null to reference held by property A::$n of type int
TypeError: Unsupported operand types: int - Bad
int(5)
ref fi: TypeError: Cannot assign null to reference held by property A::$fi of type int|false
TypeError: Unsupported operand types: bool + Bad
bool(false)
TypeError: Cannot assign null to reference held by property A::$fi of type int|false
TypeError: Unsupported operand types: bool - Bad
bool(false)
ref na: TypeError: Cannot assign null to reference held by property A::$na of type ?array
TypeError: Unsupported operand types: null + Bad
NULL
TypeError: Cannot assign null to reference held by property A::$na of type ?array
TypeError: Unsupported operand types: null - Bad
NULL
ref s: TypeError: Cannot assign null to reference held by property A::$s of type string
TypeError: Unsupported operand types: string + Bad
string(1) "a"
TypeError: Cannot assign null to reference held by property A::$s of type string
TypeError: Unsupported operand types: string - Bad
string(1) "a"
TypeError: Unsupported operand types: int + array
int(5)
TypeError: Cannot assign null to reference held by property A::$n of type int
Error: Object of class Bad could not be converted to string
int(7)
Error: Object of class Bad could not be converted to string
string(1) "q"
TypeError: Cannot assign null to reference held by property A::$n of type int
DivisionByZeroError: Modulo by zero
int(7)
TypeError: Cannot assign null to reference held by property A::$n of type int
ArithmeticError: Bit shift by negative number
int(7)
TypeError: Cannot assign null to reference held by property A::$n of type int
Exception: A non-numeric value encountered
int(7)
Exception: Array to string conversion
string(1) "q"
TypeError: Cannot assign null to reference held by property A::$n of type int
Exception: Array to string conversion
int(7)
TypeError: Cannot assign null to reference held by property A::$n of type int
Exception: Implicit conversion from float 1.5 to int loses precision
int(7)
TypeError: Cannot assign float to reference held by property A::$n of type int
int(7)
TypeError: Cannot assign null to reference held by property A::$n of type int
TypeError: Unsupported operand types: int + array
int(7)
TypeError: Cannot assign string to reference held by property A::$n of type int
int(9)
TypeError: Unsupported operand types: int + array
int(5)
TypeError: Unsupported operand types: int + array
array(1) {
  [0]=>
  int(1)
}
