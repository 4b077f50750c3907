--TEST--
Objects in properties whose types name classes: each class, subclasses, aliases, unions, and what no type takes
--FILE--
<?php
interface I {} interface J {} abstract class B implements I {} class C extends B {} class D extends B implements J {} final class E implements I, J {} class X {} enum En implements I { case A; case B; }
class_alias('X', 'Y');
class H { public ?I $i = null; public B $b; public I|X|null $u = null; public I&J $ij; public Y $y; public self $s; public object $o; public mixed $m; public $n; public int|I $k = 0; public En $e; public readonly B $r; private ?C $pc = null; public ?Closure $cl = null; public iterable $it = [];
 function set($p, $v) { switch ($p) { case 'i': $this->i = $v; break; case 'b': $this->b = $v; break; case 'u': $this->u = $v; break; case 'ij': $this->ij = $v; break; case 'y': $this->y = $v; break; case 's': $this->s = $v; break; case 'o': $this->o = $v; break; case 'm': $this->m = $v; break; case 'n': $this->n = $v; break; case 'k': $this->k = $v; break; case 'e': $this->e = $v; break; case 'r': $this->r = $v; break; case 'pc': $this->pc = $v; break; case 'cl': $this->cl = $v; break; case 'it': $this->it = $v; break; } } }
class H2 extends H { }
function put($h, $v) { $h->i = $v; return $h->i; }
function put2($h, $v) { return $h->i = $v; }
$vals = [null, 1, 1.5, 'x', '7', true, [], new C, new D, new E, new X, new Y, En::A, new H, new H2, function () {}, new ArrayIterator([]), new stdClass];
foreach ([1, 2, 3, 4, 5, 6] as $round) {
  foreach (['i', 'b', 'u', 'ij', 'y', 's', 'o', 'm', 'n', 'k', 'e', 'r', 'pc', 'cl', 'it'] as $p) {
    $h = $round & 1 ? new H : new H2; $out = "$p:";
    foreach ($vals as $j => $v) { try { $h->set($p, $v); $out .= "."; } catch (Throwable $e) { $out .= $round > 5 ? "[" . $e->getMessage() . "]" : 'E'; } }
    echo $out, "\n"; 
  }
  $h = new H; foreach ($vals as $v) { try { $r = put($h, $v); echo is_object($r) ? get_class($r) : gettype($r), ' '; } catch (TypeError $e) { echo 'T '; } try { $r = put2($h, $v); echo is_object($r) ? get_class($r) : gettype($r), ' '; } catch (TypeError $e) { echo 'T '; } }
  echo "\n";
}
--EXPECTF--
i:.EEEEEE...EE.EEEEE
b:EEEEEEE..EEEEEEEEE
u:.EEEEEE......EEEEE
ij:EEEEEEEE..EEEEEEEE
y:EEEEEEEEEE..EEEEEE
s:EEEEEEEEEEEEE..EEE
o:EEEEEEE...........
m:..................
n:..................

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 5
k:E..E..E...EE.EEEEE
e:EEEEEEEEEEEE.EEEEE
r:EEEEEEE.EEEEEEEEEE
pc:.EEEEEE.EEEEEEEEEE
cl:.EEEEEEEEEEEEEE.EE
it:EEEEEE.EEEEEEEEE.E
NULL NULL T T T T T T T T T T T T C C D D E E T T T T En En T T T T T T T T T T 
i:.EEEEEE...EE.EEEEE
b:EEEEEEE..EEEEEEEEE
u:.EEEEEE......EEEEE
ij:EEEEEEEE..EEEEEEEE
y:EEEEEEEEEE..EEEEEE
s:EEEEEEEEEEEEE..EEE
o:EEEEEEE...........
m:..................
n:..................

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 5
k:E..E..E...EE.EEEEE
e:EEEEEEEEEEEE.EEEEE
r:EEEEEEE.EEEEEEEEEE
pc:.EEEEEE.EEEEEEEEEE
cl:.EEEEEEEEEEEEEE.EE
it:EEEEEE.EEEEEEEEE.E
NULL NULL T T T T T T T T T T T T C C D D E E T T T T En En T T T T T T T T T T 
i:.EEEEEE...EE.EEEEE
b:EEEEEEE..EEEEEEEEE
u:.EEEEEE......EEEEE
ij:EEEEEEEE..EEEEEEEE
y:EEEEEEEEEE..EEEEEE
s:EEEEEEEEEEEEE..EEE
o:EEEEEEE...........
m:..................
n:..................

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 5
k:E..E..E...EE.EEEEE
e:EEEEEEEEEEEE.EEEEE
r:EEEEEEE.EEEEEEEEEE
pc:.EEEEEE.EEEEEEEEEE
cl:.EEEEEEEEEEEEEE.EE
it:EEEEEE.EEEEEEEEE.E
NULL NULL T T T T T T T T T T T T C C D D E E T T T T En En T T T T T T T T T T 
i:.EEEEEE...EE.EEEEE
b:EEEEEEE..EEEEEEEEE
u:.EEEEEE......EEEEE
ij:EEEEEEEE..EEEEEEEE
y:EEEEEEEEEE..EEEEEE
s:EEEEEEEEEEEEE..EEE
o:EEEEEEE...........
m:..................
n:..................

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 5
k:E..E..E...EE.EEEEE
e:EEEEEEEEEEEE.EEEEE
r:EEEEEEE.EEEEEEEEEE
pc:.EEEEEE.EEEEEEEEEE
cl:.EEEEEEEEEEEEEE.EE
it:EEEEEE.EEEEEEEEE.E
NULL NULL T T T T T T T T T T T T C C D D E E T T T T En En T T T T T T T T T T 
i:.EEEEEE...EE.EEEEE
b:EEEEEEE..EEEEEEEEE
u:.EEEEEE......EEEEE
ij:EEEEEEEE..EEEEEEEE
y:EEEEEEEEEE..EEEEEE
s:EEEEEEEEEEEEE..EEE
o:EEEEEEE...........
m:..................
n:..................

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 5
k:E..E..E...EE.EEEEE
e:EEEEEEEEEEEE.EEEEE
r:EEEEEEE.EEEEEEEEEE
pc:.EEEEEE.EEEEEEEEEE
cl:.EEEEEEEEEEEEEE.EE
it:EEEEEE.EEEEEEEEE.E
NULL NULL T T T T T T T T T T T T C C D D E E T T T T En En T T T T T T T T T T 
i:.[Cannot assign int to property H::$i of type ?I][Cannot assign float to property H::$i of type ?I][Cannot assign string to property H::$i of type ?I][Cannot assign string to property H::$i of type ?I][Cannot assign true to property H::$i of type ?I][Cannot assign array to property H::$i of type ?I]...[Cannot assign X to property H::$i of type ?I][Cannot assign X to property H::$i of type ?I].[Cannot assign H to property H::$i of type ?I][Cannot assign H2 to property H::$i of type ?I][Cannot assign Closure to property H::$i of type ?I][Cannot assign ArrayIterator to property H::$i of type ?I][Cannot assign stdClass to property H::$i of type ?I]
b:[Cannot assign null to property H::$b of type B][Cannot assign int to property H::$b of type B][Cannot assign float to property H::$b of type B][Cannot assign string to property H::$b of type B][Cannot assign string to property H::$b of type B][Cannot assign true to property H::$b of type B][Cannot assign array to property H::$b of type B]..[Cannot assign E to property H::$b of type B][Cannot assign X to property H::$b of type B][Cannot assign X to property H::$b of type B][Cannot assign En to property H::$b of type B][Cannot assign H to property H::$b of type B][Cannot assign H2 to property H::$b of type B][Cannot assign Closure to property H::$b of type B][Cannot assign ArrayIterator to property H::$b of type B][Cannot assign stdClass to property H::$b of type B]
u:.[Cannot assign int to property H::$u of type I|X|null][Cannot assign float to property H::$u of type I|X|null][Cannot assign string to property H::$u of type I|X|null][Cannot assign string to property H::$u of type I|X|null][Cannot assign true to property H::$u of type I|X|null][Cannot assign array to property H::$u of type I|X|null]......[Cannot assign H to property H::$u of type I|X|null][Cannot assign H2 to property H::$u of type I|X|null][Cannot assign Closure to property H::$u of type I|X|null][Cannot assign ArrayIterator to property H::$u of type I|X|null][Cannot assign stdClass to property H::$u of type I|X|null]
ij:[Cannot assign null to property H::$ij of type I&J][Cannot assign int to property H::$ij of type I&J][Cannot assign float to property H::$ij of type I&J][Cannot assign string to property H::$ij of type I&J][Cannot assign string to property H::$ij of type I&J][Cannot assign true to property H::$ij of type I&J][Cannot assign array to property H::$ij of type I&J][Cannot assign C to property H::$ij of type I&J]..[Cannot assign X to property H::$ij of type I&J][Cannot assign X to property H::$ij of type I&J][Cannot assign En to property H::$ij of type I&J][Cannot assign H to property H::$ij of type I&J][Cannot assign H2 to property H::$ij of type I&J][Cannot assign Closure to property H::$ij of type I&J][Cannot assign ArrayIterator to property H::$ij of type I&J][Cannot assign stdClass to property H::$ij of type I&J]
y:[Cannot assign null to property H::$y of type Y][Cannot assign int to property H::$y of type Y][Cannot assign float to property H::$y of type Y][Cannot assign string to property H::$y of type Y][Cannot assign string to property H::$y of type Y][Cannot assign true to property H::$y of type Y][Cannot assign array to property H::$y of type Y][Cannot assign C to property H::$y of type Y][Cannot assign D to property H::$y of type Y][Cannot assign E to property H::$y of type Y]..[Cannot assign En to property H::$y of type Y][Cannot assign H to property H::$y of type Y][Cannot assign H2 to property H::$y of type Y][Cannot assign Closure to property H::$y of type Y][Cannot assign ArrayIterator to property H::$y of type Y][Cannot assign stdClass to property H::$y of type Y]
s:[Cannot assign null to property H::$s of type self][Cannot assign int to property H::$s of type self][Cannot assign float to property H::$s of type self][Cannot assign string to property H::$s of type self][Cannot assign string to property H::$s of type self][Cannot assign true to property H::$s of type self][Cannot assign array to property H::$s of type self][Cannot assign C to property H::$s of type self][Cannot assign D to property H::$s of type self][Cannot assign E to property H::$s of type self][Cannot assign X to property H::$s of type self][Cannot assign X to property H::$s of type self][Cannot assign En to property H::$s of type self]..[Cannot assign Closure to property H::$s of type self][Cannot assign ArrayIterator to property H::$s of type self][Cannot assign stdClass to property H::$s of type self]
o:[Cannot assign null to property H::$o of type object][Cannot assign int to property H::$o of type object][Cannot assign float to property H::$o of type object][Cannot assign string to property H::$o of type object][Cannot assign string to property H::$o of type object][Cannot assign true to property H::$o of type object][Cannot assign array to property H::$o of type object]...........
m:..................
n:..................

Deprecated: Implicit conversion from float 1.5 to int loses precision in %s on line 5
k:[Cannot assign null to property H::$k of type I|int]..[Cannot assign string to property H::$k of type I|int]..[Cannot assign array to property H::$k of type I|int]...[Cannot assign X to property H::$k of type I|int][Cannot assign X to property H::$k of type I|int].[Cannot assign H to property H::$k of type I|int][Cannot assign H2 to property H::$k of type I|int][Cannot assign Closure to property H::$k of type I|int][Cannot assign ArrayIterator to property H::$k of type I|int][Cannot assign stdClass to property H::$k of type I|int]
e:[Cannot assign null to property H::$e of type En][Cannot assign int to property H::$e of type En][Cannot assign float to property H::$e of type En][Cannot assign string to property H::$e of type En][Cannot assign string to property H::$e of type En][Cannot assign true to property H::$e of type En][Cannot assign array to property H::$e of type En][Cannot assign C to property H::$e of type En][Cannot assign D to property H::$e of type En][Cannot assign E to property H::$e of type En][Cannot assign X to property H::$e of type En][Cannot assign X to property H::$e of type En].[Cannot assign H to property H::$e of type En][Cannot assign H2 to property H::$e of type En][Cannot assign Closure to property H::$e of type En][Cannot assign ArrayIterator to property H::$e of type En][Cannot assign stdClass to property H::$e of type En]
r:[Cannot assign null to property H::$r of type B][Cannot assign int to property H::$r of type B][Cannot assign float to property H::$r of type B][Cannot assign string to property H::$r of type B][Cannot assign string to property H::$r of type B][Cannot assign true to property H::$r of type B][Cannot assign array to property H::$r of type B].[Cannot modify readonly property H::$r][Cannot modify readonly property H::$r][Cannot modify readonly property H::$r][Cannot modify readonly property H::$r][Cannot modify readonly property H::$r][Cannot modify readonly property H::$r][Cannot modify readonly property H::$r][Cannot modify readonly property H::$r][Cannot modify readonly property H::$r][Cannot modify readonly property H::$r]
pc:.[Cannot assign int to property H::$pc of type ?C][Cannot assign float to property H::$pc of type ?C][Cannot assign string to property H::$pc of type ?C][Cannot assign string to property H::$pc of type ?C][Cannot assign true to property H::$pc of type ?C][Cannot assign array to property H::$pc of type ?C].[Cannot assign D to property H::$pc of type ?C][Cannot assign E to property H::$pc of type ?C][Cannot assign X to property H::$pc of type ?C][Cannot assign X to property H::$pc of type ?C][Cannot assign En to property H::$pc of type ?C][Cannot assign H to property H::$pc of type ?C][Cannot assign H2 to property H::$pc of type ?C][Cannot assign Closure to property H::$pc of type ?C][Cannot assign ArrayIterator to property H::$pc of type ?C][Cannot assign stdClass to property H::$pc of type ?C]
cl:.[Cannot assign int to property H::$cl of type ?Closure][Cannot assign float to property H::$cl of type ?Closure][Cannot assign string to property H::$cl of type ?Closure][Cannot assign string to property H::$cl of type ?Closure][Cannot assign true to property H::$cl of type ?Closure][Cannot assign array to property H::$cl of type ?Closure][Cannot assign C to property H::$cl of type ?Closure][Cannot assign D to property H::$cl of type ?Closure][Cannot assign E to property H::$cl of type ?Closure][Cannot assign X to property H::$cl of type ?Closure][Cannot assign X to property H::$cl of type ?Closure][Cannot assign En to property H::$cl of type ?Closure][Cannot assign H to property H::$cl of type ?Closure][Cannot assign H2 to property H::$cl of type ?Closure].[Cannot assign ArrayIterator to property H::$cl of type ?Closure][Cannot assign stdClass to property H::$cl of type ?Closure]
it:[Cannot assign null to property H::$it of type Traversable|array][Cannot assign int to property H::$it of type Traversable|array][Cannot assign float to property H::$it of type Traversable|array][Cannot assign string to property H::$it of type Traversable|array][Cannot assign string to property H::$it of type Traversable|array][Cannot assign true to property H::$it of type Traversable|array].[Cannot assign C to property H::$it of type Traversable|array][Cannot assign D to property H::$it of type Traversable|array][Cannot assign E to property H::$it of type Traversable|array][Cannot assign X to property H::$it of type Traversable|array][Cannot assign X to property H::$it of type Traversable|array][Cannot assign En to property H::$it of type Traversable|array][Cannot assign H to property H::$it of type Traversable|array][Cannot assign H2 to property H::$it of type Traversable|array][Cannot assign Closure to property H::$it of type Traversable|array].[Cannot assign stdClass to property H::$it of type Traversable|array]
NULL NULL T T T T T T T T T T T T C C D D E E T T T T En En T T T T T T T T T T
