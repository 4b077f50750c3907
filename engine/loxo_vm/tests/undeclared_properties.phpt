--TEST--
Undeclared properties read through inline caches: same op, other places of the table, other classes, scopes with private ones, magic methods
--FILE--
<?php
class P { private $x = 'private'; function read($o) { return $o->x ?? 'none'; } static function reader() { return static fn($o) => $o->x ?? 'none'; } }
#[AllowDynamicProperties] class C extends P {}
class G extends C { function __get($n) { return "get $n"; } function __isset($n) { return $n === 'x'; } }
function read($o) { return $o->x ?? 'none'; }
$plain = static fn($o) => $o->x ?? 'none';
$a = (object) ['x' => 1, 'y' => 2];
$b = (object) ['y' => 2, 'x' => 3];
$c = new C; $c->x = 'own';
$objects = [$a, $b, new stdClass, new C, $c, new P, new G, $a];
$inside = P::reader();
foreach ([0, 1] as $round) {
    foreach ($objects as $o) {
        try { echo json_encode([read($o), $plain($o), $inside($o), (new P)->read($o), isset($o->x), empty($o->x)]), "\n"; } catch (Error $e) { echo $e->getMessage(), "\n"; }
    }
}
unset($a->x);
echo read($a), ' ', $plain($a), "\n";
$a->x = null;
var_dump(read($a), isset($a->x));
$a->x = 5;
echo read($a), "\n";
$r = &$a->x; $r = 6;
echo read($a), ' ', $plain($a), "\n";
function warn($o) { return $o->nothing; }
for ($i = 0; $i < 2; $i++) { var_dump(@warn($a)); }
echo error_get_last()['message'], "\n";

enum Level: int { case Low = 1; case High = 1 << 3; const BEST = self::High; static function names() { return array_map(fn($c) => $c->name, self::cases()); } }
enum Text: string { case One = '1'; case Zero = '0'; case Word = 'w'; }
var_dump(Level::from(8), Level::tryFrom(2), Level::from('1'), Text::from(1), Text::tryFrom('01'), Text::tryFrom('w') === Text::Word, Level::BEST);
try { Level::from(5); } catch (ValueError $e) { echo $e->getMessage(), "\n"; }
try { Level::from('x'); } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
try { Level::from(); } catch (Error $e) { echo $e->getMessage(), "\n"; }
echo spl_object_id(Text::from('0')) < spl_object_id(Text::One) ? "made when asked for\n" : "made before\n";
var_dump(true + true, null + 3, false - true, true * 5, 7 % true);
--EXPECT--
[1,1,1,1,true,false]
[3,3,3,3,true,false]
["none","none","none","none",false,true]
["none","none","private","private",false,true]
["own","own","private","private",true,false]
["none","none","private","private",false,true]
["get x","get x","private","private",true,false]
[1,1,1,1,true,false]
[1,1,1,1,true,false]
[3,3,3,3,true,false]
["none","none","none","none",false,true]
["none","none","private","private",false,true]
["own","own","private","private",true,false]
["none","none","private","private",false,true]
["get x","get x","private","private",true,false]
[1,1,1,1,true,false]
none none
string(4) "none"
bool(false)
5
6 6
NULL
NULL
Undefined property: stdClass::$nothing
enum(Level::High)
NULL
enum(Level::Low)
enum(Text::One)
NULL
bool(true)
enum(Level::High)
5 is not a valid backing value for enum Level
Level::from(): Argument #1 ($value) must be of type int, string given
Level::from() expects exactly 1 argument, 0 given
made before
int(2)
int(3)
int(-1)
int(5)
int(0)
