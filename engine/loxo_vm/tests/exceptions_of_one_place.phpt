--TEST--
Exceptions made by the same new many times: properties that children declare again, arguments in traces
--INI--
zend.exception_ignore_args=0
--FILE--
<?php
// Exceptions made many times over by the same `new`, whose classes declare properties again.
class Plain extends RuntimeException {}
class Typed extends Exception { protected $message = "of the class"; protected $code = "E1"; private $previous = "own"; public function own() { return $this->previous; } }
class Strict extends Exception { protected $code = 7; public function __construct(public readonly array $context = [], string $message = "s") { parent::__construct($message, 9); } }
class Hooked extends Exception { protected $message { get => "get({$this->message})"; set => "set($value)"; } }
class Lazy extends DomainException { const A = [1, 2]; public $list = self::A; public static $made = 0; public function __construct() { self::$made++; } }
class Noisy { public function __construct(public $name) {} public function __destruct() { echo "-", $this->name, " "; } }

function make($i) {
    return match ($i % 6) {
        0 => new Plain("p$i", $i),
        1 => new Typed(),
        2 => new Strict(["i" => $i]),
        3 => new Hooked("h$i"),
        4 => new Lazy(),
        5 => new Typed("t", 0, new Plain("inner")),
    };
}
function show(Throwable $e) { return get_class($e) . ":" . $e->getMessage() . ":" . $e->getCode() . ":" . $e->getLine() . ":" . $e->getPrevious()?->getMessage() . ":" . count($e->getTrace()[0]["args"] ?? []); }
for ($i = 0; $i < 18; $i++) { $e = make($i); echo show($e), $e instanceof Typed ? $e->own() : "", "\n"; }
echo Lazy::$made, count($e->list ?? [1]), "\n";

// Arguments as they are when it is made: changed, unset, references, objects, more than declared.
function args($a, &$b, $c = 5, ...$rest) { $a .= "!"; unset($c); $b++; throw new Plain("args"); }
function plain($a, $b = 1) { unset($a); throw new Plain("plain"); }
for ($i = 0; $i < 3; $i++) {
    $n = $i;
    try { args("a$i", $n, new Noisy("c$i"), 1, 2); } catch (Plain $e) { echo json_encode($e->getTrace()[0]["args"]), $n, " "; }
    try { plain([$i], b: "named"); } catch (Plain $e) { echo json_encode($e->getTrace()[0]["args"]), " "; }
    unset($e);
    echo "gone\n";
}
// The setting counts when the exception is made.
function setting($x) { return new Plain("s"); }
foreach (["1", "0", "1", "0"] as $ignore) { ini_set("zend.exception_ignore_args", $ignore); echo isset(setting(1)->getTrace()[0]["args"]) ? "args " : "none "; }
echo "\n";
// A constructor that can't be called, a class that can't be made.
class Hidden extends Exception { private function __construct() {} public static function of() { return new self; } }
abstract class Base extends Exception {}
for ($i = 0; $i < 2; $i++) {
    echo get_class(Hidden::of()), " ";
    try { new Hidden; } catch (Error $e) { echo $e->getMessage(), " "; }
    try { new Base; } catch (Error $e) { echo $e->getMessage(), "\n"; }
}
--EXPECT--
Plain:p0:0:12::1
Typed:of the class:E1:13::1own
Strict:s:9:14::1
Hooked:get(set(h3)):0:15::1
Lazy::0:16::1
Typed:t:E1:17:inner:1own
Plain:p6:6:12::1
Typed:of the class:E1:13::1own
Strict:s:9:14::1
Hooked:get(set(h9)):0:15::1
Lazy::0:16::1
Typed:t:E1:17:inner:1own
Plain:p12:12:12::1
Typed:of the class:E1:13::1own
Strict:s:9:14::1
Hooked:get(set(h15)):0:15::1
Lazy::0:16::1
Typed:t:E1:17:inner:1own
31
-c0 ["a0!",1,null,1,2]1 [null,"named"] gone
-c1 ["a1!",2,null,1,2]2 [null,"named"] gone
-c2 ["a2!",3,null,1,2]3 [null,"named"] gone
none args none args 
Hidden Call to private Hidden::__construct() from global scope Cannot instantiate abstract class Base
Hidden Call to private Hidden::__construct() from global scope Cannot instantiate abstract class Base
