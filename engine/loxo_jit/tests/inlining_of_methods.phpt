--TEST--
Methods of several classes, and what they write to properties, in the code of their callers
--FILE--
<?php
// Methods found by class, what they write, and where they can't go on.
interface Shape { public function area(): float; }
trait Named { private string $name = 'x'; public function named(string $n): static { $this->name = $n; return $this; } public function name(): string { return $this->name; } }
abstract class Base implements Shape { use Named; public function twice(): float { return $this->area() * 2; } }
class Circle extends Base { public function __construct(private float $r) {} public function area(): float { return 3.0 * $this->r; } }
class Rect extends Base { public function __construct(protected float $w, protected float $h) {} public function area(): float { return $this->w * $this->h; } }
final class Square extends Rect { public function __construct(float $s) { parent::__construct($s, $s); } public function twice(): float { return parent::twice() + 1.0; } }
class Count {
    public int $n = 0; public ?object $o = null; public $any; public float $f = 1.5; public string $s = 'a'; public readonly int $ro; public array $log = [];
    public function inc(): int { return ++$this->n; }
    public function post() { return $this->n++; }
    public function dec(): void { $this->n--; }
    public function add(int $by): static { $this->n += $by; return $this; }
    public function addf(float $by): float { $this->f += $by; return $this->f; }
    public function set($v) { $old = $this->any; $this->any = $v; return $old; }
    public function setTwice($v) { $this->any = $v; $this->any = [$v]; return $this; }
    public function swap() { $t = $this->s; $this->s = $this->any; $this->any = $t; }
    public function both(string $a, $b) { $this->s = $a; $this->any = $b; return $this->s; }
    public function fails(int $v) { $this->n = $v; return intdiv(1, $v); }
    public function late(int $v) { $this->n = $v; return $this->log[0] + $v; }
    public function typed(int $v): string { $this->n = $v; return $this->s; }
}
class Des { public function __construct(public string $n) {} public function __destruct() { echo "d{$this->n} "; } }
class Hold { public $d; public ?Des $e = null; public function put($d) { $this->d = $d; return 1; } public function pute(?Des $d) { $this->e = $d; } }
function run(array $shapes, Count $c, int $rounds) {
    $sum = 0.0; $len = 0; $h = new Hold;
    for ($i = 0; $i < $rounds; $i++) {
        foreach ($shapes as $shape) { $sum += $shape->area() + $shape->twice(); $len += strlen($shape->named('n' . $i)->name()); }
        $len += $c->inc() + $c->post(); $c->dec(); $c->add($i)->add(2);
        $sum += $c->addf(0.5);
        $old = $c->set('s' . $i); if ($i % 50 === 0) { var_dump($old); }
        $c->swap(); $c->swap();
        $c->both("b$i", $i); $c->typed($i); $c->setTwice($i); $c->set("t$i");
        if ($i % 97 === 5) { $c->set(new Des("x$i")); $c->set(null); $h->put(new Des("h$i")); $h->put(7); $h->pute(new Des("e$i")); echo "|"; $h->pute(null); }
        try { $c->fails($i % 10); } catch (DivisionByZeroError $e) { $len += $c->n + $e->getLine(); }
        if ($i % 100 === 0) { $c->n = PHP_INT_MAX; try { $c->inc(); } catch (TypeError $e) { echo $e->getMessage(), ' ', $e->getLine(), ' ', count($e->getTrace()), "\n"; } $c->n = 3; }
        if ($i % 120 === 7) { $ref = &$c->any; $c->set('r'); echo $ref; unset($ref); unset($c->s); try { $c->typed(4); } catch (Error $e) { echo $e->getMessage(), "\n"; } echo $c->n; $c->both('z', 1); }
        try { $c->add($i % 110 === 9 ? '5x' : 1); } catch (TypeError $e) { echo substr($e->getMessage(), 0, 40), "\n"; }
    }
    echo $sum, ' ', $len, ' ', $c->n, ' ', $c->f, ' ', $c->s, "\n";
}
run([new Circle(1.5), new Rect(2.0, 3.0), new Square(4.0)], new Count, 60);
for ($k = 0; $k < 5; $k++) { run([new Circle(1.5), new Rect(2.0, 3.0), new Square(4.0)], new Count, 400); }
--EXPECT--
NULL
Cannot increment property Count::$n of type int past its maximal value 11 2
dx5 dh5 |de5 rTyped property Count::$s must not be accessed before initialization
4Count::add(): Argument #1 ($by) must be 
string(3) "t49"
5835 1388 10 31.5 b59
NULL
Cannot increment property Count::$n of type int past its maximal value 11 2
dx5 dh5 |de5 rTyped property Count::$s must not be accessed before initialization
4Count::add(): Argument #1 ($by) must be 
string(3) "t49"
string(3) "t99"
Cannot increment property Count::$n of type int past its maximal value 11 2
dx102 dh102 |de102 Count::add(): Argument #1 ($by) must be 
rTyped property Count::$s must not be accessed before initialization
4string(4) "t149"
dx199 dh199 |de199 NULL
Cannot increment property Count::$n of type int past its maximal value 11 2
Count::add(): Argument #1 ($by) must be 
rTyped property Count::$s must not be accessed before initialization
4string(4) "t249"
dx296 dh296 |de296 string(4) "t299"
Cannot increment property Count::$n of type int past its maximal value 11 2
Count::add(): Argument #1 ($by) must be 
string(4) "t349"
rTyped property Count::$s must not be accessed before initialization
4dx393 dh393 |de393 72900 10442 10 201.5 b399
NULL
Cannot increment property Count::$n of type int past its maximal value 11 2
dx5 dh5 |de5 rTyped property Count::$s must not be accessed before initialization
4Count::add(): Argument #1 ($by) must be 
string(3) "t49"
string(3) "t99"
Cannot increment property Count::$n of type int past its maximal value 11 2
dx102 dh102 |de102 Count::add(): Argument #1 ($by) must be 
rTyped property Count::$s must not be accessed before initialization
4string(4) "t149"
dx199 dh199 |de199 NULL
Cannot increment property Count::$n of type int past its maximal value 11 2
Count::add(): Argument #1 ($by) must be 
rTyped property Count::$s must not be accessed before initialization
4string(4) "t249"
dx296 dh296 |de296 string(4) "t299"
Cannot increment property Count::$n of type int past its maximal value 11 2
Count::add(): Argument #1 ($by) must be 
string(4) "t349"
rTyped property Count::$s must not be accessed before initialization
4dx393 dh393 |de393 72900 10442 10 201.5 b399
NULL
Cannot increment property Count::$n of type int past its maximal value 11 2
dx5 dh5 |de5 rTyped property Count::$s must not be accessed before initialization
4Count::add(): Argument #1 ($by) must be 
string(3) "t49"
string(3) "t99"
Cannot increment property Count::$n of type int past its maximal value 11 2
dx102 dh102 |de102 Count::add(): Argument #1 ($by) must be 
rTyped property Count::$s must not be accessed before initialization
4string(4) "t149"
dx199 dh199 |de199 NULL
Cannot increment property Count::$n of type int past its maximal value 11 2
Count::add(): Argument #1 ($by) must be 
rTyped property Count::$s must not be accessed before initialization
4string(4) "t249"
dx296 dh296 |de296 string(4) "t299"
Cannot increment property Count::$n of type int past its maximal value 11 2
Count::add(): Argument #1 ($by) must be 
string(4) "t349"
rTyped property Count::$s must not be accessed before initialization
4dx393 dh393 |de393 72900 10442 10 201.5 b399
NULL
Cannot increment property Count::$n of type int past its maximal value 11 2
dx5 dh5 |de5 rTyped property Count::$s must not be accessed before initialization
4Count::add(): Argument #1 ($by) must be 
string(3) "t49"
string(3) "t99"
Cannot increment property Count::$n of type int past its maximal value 11 2
dx102 dh102 |de102 Count::add(): Argument #1 ($by) must be 
rTyped property Count::$s must not be accessed before initialization
4string(4) "t149"
dx199 dh199 |de199 NULL
Cannot increment property Count::$n of type int past its maximal value 11 2
Count::add(): Argument #1 ($by) must be 
rTyped property Count::$s must not be accessed before initialization
4string(4) "t249"
dx296 dh296 |de296 string(4) "t299"
Cannot increment property Count::$n of type int past its maximal value 11 2
Count::add(): Argument #1 ($by) must be 
string(4) "t349"
rTyped property Count::$s must not be accessed before initialization
4dx393 dh393 |de393 72900 10442 10 201.5 b399
NULL
Cannot increment property Count::$n of type int past its maximal value 11 2
dx5 dh5 |de5 rTyped property Count::$s must not be accessed before initialization
4Count::add(): Argument #1 ($by) must be 
string(3) "t49"
string(3) "t99"
Cannot increment property Count::$n of type int past its maximal value 11 2
dx102 dh102 |de102 Count::add(): Argument #1 ($by) must be 
rTyped property Count::$s must not be accessed before initialization
4string(4) "t149"
dx199 dh199 |de199 NULL
Cannot increment property Count::$n of type int past its maximal value 11 2
Count::add(): Argument #1 ($by) must be 
rTyped property Count::$s must not be accessed before initialization
4string(4) "t249"
dx296 dh296 |de296 string(4) "t299"
Cannot increment property Count::$n of type int past its maximal value 11 2
Count::add(): Argument #1 ($by) must be 
string(4) "t349"
rTyped property Count::$s must not be accessed before initialization
4dx393 dh393 |de393 72900 10442 10 201.5 b399
