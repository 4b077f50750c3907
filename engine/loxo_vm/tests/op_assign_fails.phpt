--TEST--
`op=` whose operator fails leaves a typed property with what its type makes of nothing
--FILE--
<?php
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
int(0)
ia: TypeError: Unsupported operand types: int + Bad
int(0)
ni: TypeError: Unsupported operand types: int + Bad
int(0)
arr: TypeError: Unsupported operand types: array + Bad
array(1) {
  [0]=>
  int(1)
}
it: TypeError: Unsupported operand types: array + Bad
array(0) {
}
bf: TypeError: Unsupported operand types: bool + Bad
float(0)
sb: TypeError: Unsupported operand types: string + Bad
string(0) ""
n: TypeError: Unsupported operand types: int + Bad
int(0)
fi: TypeError: Unsupported operand types: bool + Bad
int(0)
na: TypeError: Unsupported operand types: null + Bad
NULL
s: TypeError: Unsupported operand types: string + Bad
string(0) ""
h: TypeError: Unsupported operand types: int + Bad
int(3)
TypeError: Unsupported operand types: int + array
int(4)
TypeError: Unsupported operand types: null + array
NULL
ref m: TypeError: Unsupported operand types: int + Bad
int(0)
TypeError: Unsupported operand types: int - Bad
int(0)
ref ia: TypeError: Unsupported operand types: int + Bad
int(0)
TypeError: Unsupported operand types: int - Bad
int(0)
ref ni: TypeError: Unsupported operand types: int + Bad
int(0)
TypeError: Unsupported operand types: int - Bad
int(0)
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
ref bf: TypeError: Unsupported operand types: bool + Bad
float(0)
TypeError: Unsupported operand types: float - Bad
float(0)
ref sb: TypeError: Unsupported operand types: string + Bad
string(0) ""
TypeError: Unsupported operand types: string - Bad
string(0) ""
ref n: TypeError: Unsupported operand types: int + Bad
int(0)
TypeError: Unsupported operand types: int - Bad
int(0)
ref fi: TypeError: Unsupported operand types: bool + Bad
int(0)
TypeError: Unsupported operand types: int - Bad
int(0)
ref na: TypeError: Cannot assign null to reference held by property A::$na of type ?array
TypeError: Unsupported operand types: null + Bad
NULL
TypeError: Cannot assign null to reference held by property A::$na of type ?array
TypeError: Unsupported operand types: null - Bad
NULL
ref s: TypeError: Unsupported operand types: string + Bad
string(0) ""
TypeError: Unsupported operand types: string - Bad
string(0) ""
TypeError: Unsupported operand types: int + array
int(0)
Error: Object of class Bad could not be converted to string
int(0)
Error: Object of class Bad could not be converted to string
string(1) "q"
DivisionByZeroError: Modulo by zero
int(0)
ArithmeticError: Bit shift by negative number
int(0)
Exception: A non-numeric value encountered
int(0)
Exception: Array to string conversion
string(1) "q"
Exception: Array to string conversion
int(0)
Exception: Implicit conversion from float 1.5 to int loses precision
int(0)
TypeError: Cannot assign float to reference held by property A::$n of type int
Exception: Implicit conversion from float 8.5 to int loses precision
int(7)
TypeError: Unsupported operand types: int + array
int(0)
TypeError: Cannot assign string to reference held by property A::$n of type int
int(9)
TypeError: Unsupported operand types: int + array
int(0)
TypeError: Unsupported operand types: int + array
array(1) {
  [0]=>
  int(1)
}
