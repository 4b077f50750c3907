--TEST--
Objects that only the call of a method keeps alive: when they go, in compiled functions
--ENV--
LOXO_JIT=functions,hot=2
LOXO_STRESS=jit
--FILE--
<?php
class Named
{
    public $held;

    function __construct(public $name) {}
    function __destruct() { echo "~{$this->name} "; }
    function name() { return $this->name; }
    function me() { return $this; }
    function nothing() {}
    function fails() { throw new Exception($this->name); }
    function asks() { return count(debug_backtrace()) . debug_backtrace()[0]['object']->name; }
    function lets_go(Holder $holder) { $holder->held = null; echo '(', $this->name, ') '; return [$this->name]; }
    function leaves($key) { $list = [1, 2]; return "$list[$key]" . $this->name; }
    static function make($name) { return new static($name); }
    function __call($name, $arguments) { return $name . $this->name; }
    function __invoke($x) { return $x . $this->name; }
}
class Holder
{
    public $held;

    function held() { return $this->held ??= new Named('held'); }
    function last() { return $this->held()->lets_go($this); }
    function unwanted() { $this->held()->lets_go($this); echo 'behind '; }
    function chain() { return $this->held()->me()->me()->name(); }
}
function temporary() { $x = (new Named('a'))->name(); echo "[$x] "; return $x; }
function unwanted() { (new Named('b'))->name(); echo '. '; (new Named('c'))->nothing(); echo '. '; (new Named('d'))->me(); echo '. '; }
function chained() { return Named::make('e')->me()->me()->name() . ' '; }
function thrown() { try { (new Named('f'))->fails(); } catch (Exception $e) { echo 'caught ', $e->getMessage(), ' '; } }
function passes() { (new Named('g'))->fails(); }
function asked() { return (new Named('h'))->asks() . ' '; }
function magic() { return (new Named('i'))->unknown() . ' '; }
function invoked() { return (new Named('j'))('x') . ' '; }
function left($key) { return (new Named('k'))->leaves($key) . ' '; }
function array_of_objects($list) { $all = ''; foreach ($list as $one) { $all .= $one->me()->name(); } return $all . ' '; }
function called($callable) { return $callable() . ' '; }
function captured($named) { return fn() => $named->name(); }
function captures() { return captured(new Named('r'))() . ' '; }
function captured_that_fails($named) { return function ($x) use ($named) { return $x . $named->fails(); }; }
function gone() { $f = function () use (&$f) { $f = null; return 'gone '; }; return $f(); }
function replaced($x) { $y = $x->me(); $x = $x->name(); return $x . $y->name() . ' '; }

set_error_handler(function () { echo 'warned '; return true; });
$holder = new Holder;
for ($i = 0; $i < 3; $i++) {
    temporary();
    unwanted();
    echo chained();
    thrown();
    try { passes(); } catch (Exception $e) { echo 'out ', $e->getMessage(), ' '; }
    $e = null;
    echo asked(), magic(), invoked(), left(1), left('7'), left(0);
    echo array_of_objects([new Named('l'), new Named('m')]);
    echo called([new Named('n'), 'name']), called((new Named('o'))->name(...)), called(fn() => (new Named('p'))->name());
    echo captures(), gone();
    try { captured_that_fails(new Named('s'))(1); } catch (Exception $e) { echo 'out ', $e->getMessage(), ' '; }
    $e = null;
    echo replaced(new Named('q'));
    echo implode($holder->last()), ' ', $holder->chain(), ' ';
    $holder->unwanted();
    echo "\n";
}
--EXPECT--
~a [a] ~b . ~c . ~d . ~e e ~f caught f ~g out g ~h 2h ~i unknowni ~j xj ~k 2k warned ~k k ~k 1k ~l ~m lm ~n n ~o o ~p p ~r r gone ~s out s ~q qq (held) ~held held held (held) ~held behind 
~a [a] ~b . ~c . ~d . ~e e ~f caught f ~g out g ~h 2h ~i unknowni ~j xj ~k 2k warned ~k k ~k 1k ~l ~m lm ~n n ~o o ~p p ~r r gone ~s out s ~q qq (held) ~held held held (held) ~held behind 
~a [a] ~b . ~c . ~d . ~e e ~f caught f ~g out g ~h 2h ~i unknowni ~j xj ~k 2k warned ~k k ~k 1k ~l ~m lm ~n n ~o o ~p p ~r r gone ~s out s ~q qq (held) ~held held held (held) ~held behind 
