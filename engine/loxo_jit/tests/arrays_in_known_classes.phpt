--TEST--
Compiled functions write elements of arrays in properties of objects whose class they know
--FILE--
<?php
set_error_handler(function ($n, $m) { echo "[$m] "; return true; });
class S { public $items = []; public array $map = ['a' => 1]; public ?S $next = null; public $x; public string $str = 'abc'; public readonly array $ro; public iterable $it = [1]; 
  function __construct() { $this->ro = [1]; }
  function push($v) { $this->items[] = $v; return count($this->items); }
  function set($k, $v) { $this->map[$k] = $v; return $this->map[$k]; }
  function inc($k) { $this->map[$k]++; return $this->map[$k]; }
  function add($k, $v) { $this->map[$k] .= $v; return $this->map[$k]; }
  function nest($k, $v) { $this->items[$k][$v] = $k; return isset($this->items[$k][$v]); }
  function deep($v) { $this->next->items[] = $v; $this->next->next->x = $v; return $this->next->next->x; }
  function has($k) { return [isset($this->map[$k]), empty($this->map[$k]), $this->map[$k] ?? 'none', isset($this->x), $this->x ?? 'no', empty($this->str), isset($this->str[1])]; }
  function ro($v) { try { $this->ro[] = $v; } catch (Error $e) { return $e->getMessage(); } return 'written'; }
  function ref($k) { $r = &$this->map[$k]; $r = 'r'; unset($r); $this->map[$k] .= '!'; return $this->map[$k]; }
  function it($v) { $this->it[] = $v; return count($this->it); }
}
class T extends S { function __get($n) { echo "get $n "; return [1, 2]; } function __isset($n) { echo "isset $n "; return true; } }
class AA implements ArrayAccess { public $d = []; function offsetExists($o): bool { return isset($this->d[$o]); } function offsetGet($o): mixed { echo "oget "; return $this->d[$o] ?? null; } function offsetSet($o, $v): void { echo "oset "; if ($o === null) $this->d[] = $v; else $this->d[$o] = $v; } function offsetUnset($o): void {} }
function out($o, $v) { $o->items[] = $v; $o->map['k'] = $v; return count($o->items) . count($o->map); }
function get($o, $k) { return $o->map[$k] ?? (isset($o->items[$k]) ? 'i' : 'n'); }
function cp($o) { $c = $o->items; $o->items[] = 'new'; return count($c) . count($o->items); }
for ($r = 0; $r < 8; $r++) {
  $s = new S; $t = new T; $s->next = new S; $s->next->next = new S;
  echo $s->push($r), $s->push([$r]), $s->set('a', $r), $s->set(5, 'x'), $s->inc('a'), $s->add('a', 'z'), $s->add('q', 'z'), ' ';
  echo json_encode($s->nest('k', 2)), $s->deep($r), ' ', json_encode($s->has('a')), json_encode($s->has('zz')), $s->ro(1), $s->ref('a'), $s->ref('new'), $s->it(2), "\n";
  echo out($s, $r), out($t, $r), get($s, 'k'), get($t, 'zz'), cp($s), cp($t), ' ';
  $u = new S; unset($u->items); try { echo $u->push(1); } catch (Error $e) { echo $e->getMessage(); }
  $u = new T; unset($u->items); unset($u->map); try { echo $u->push(1), $u->set('k', 2); } catch (Error $e) { echo $e->getMessage(); }
  echo json_encode($u->has('k'));
  $u = new S; $u->items = null; echo $u->push(1); $u->items = 'str'; try { echo $u->push(1); } catch (Error $e) { echo $e->getMessage(); }
  $u->items = new AA; echo count((array) $u->items->d); try { echo $u->nest('k', 1); $u->items[] = 5; out($u, 7); } catch (Error $e) { echo $e->getMessage(); }
  $u->items = 5; try { $u->nest('k', 1); echo 'x'; } catch (Error $e) { echo $e->getMessage(); }
  $u->items = false; try { echo $u->nest('k', 1); } catch (Error $e) { echo $e->getMessage(); }
  $v = new S; try { $v->deep(1); } catch (Error $e) { echo $e->getMessage(); } $v->next = new S; try { $v->deep(2); } catch (Error $e) { echo $e->getMessage(); }
  $arr = [1]; $w = new S; $w->items = &$arr; echo $w->push(2), count($arr); 
  try { $w->map = &$arr; $q = &$w->map; $q = 'no'; } catch (TypeError $e) { echo $e->getMessage(); }
  echo out($w, 3), "\n";
}
--EXPECT--
120x11z[Undefined array key "q"] z true0 [true,false,"1z",false,"no",false,true][false,true,"none",false,"no",false,true]Cannot indirectly modify readonly property S::$ror!r!2
45120n4512 1get items [Indirect modification of overloaded property T::$items has no effect] get items 2get map [Indirect modification of overloaded property T::$map has no effect] get map [Undefined array key "k"] isset map get map isset map get map isset map get map [false,true,"none",false,"no",false,true]1[] operator not supported for strings0oget [Indirect modification of overloaded element of AA has no effect] oset oset count(): Argument #1 ($value) must be of type Countable|array, AA givenCannot use a scalar value as an array[Automatic conversion of false to array is deprecated] 1Attempt to modify property "items" on nullAttempt to assign property "x" on null22Cannot assign string to reference held by property S::$map of type array44
121x22z[Undefined array key "q"] z true1 [true,false,"2z",false,"no",false,true][false,true,"none",false,"no",false,true]Cannot indirectly modify readonly property S::$ror!r!2
45121n4512 1get items [Indirect modification of overloaded property T::$items has no effect] get items 2get map [Indirect modification of overloaded property T::$map has no effect] get map [Undefined array key "k"] isset map get map isset map get map isset map get map [false,true,"none",false,"no",false,true]1[] operator not supported for strings0oget [Indirect modification of overloaded element of AA has no effect] oset oset count(): Argument #1 ($value) must be of type Countable|array, AA givenCannot use a scalar value as an array[Automatic conversion of false to array is deprecated] 1Attempt to modify property "items" on nullAttempt to assign property "x" on null22Cannot assign string to reference held by property S::$map of type array44
122x33z[Undefined array key "q"] z true2 [true,false,"3z",false,"no",false,true][false,true,"none",false,"no",false,true]Cannot indirectly modify readonly property S::$ror!r!2
45122n4512 1get items [Indirect modification of overloaded property T::$items has no effect] get items 2get map [Indirect modification of overloaded property T::$map has no effect] get map [Undefined array key "k"] isset map get map isset map get map isset map get map [false,true,"none",false,"no",false,true]1[] operator not supported for strings0oget [Indirect modification of overloaded element of AA has no effect] oset oset count(): Argument #1 ($value) must be of type Countable|array, AA givenCannot use a scalar value as an array[Automatic conversion of false to array is deprecated] 1Attempt to modify property "items" on nullAttempt to assign property "x" on null22Cannot assign string to reference held by property S::$map of type array44
123x44z[Undefined array key "q"] z true3 [true,false,"4z",false,"no",false,true][false,true,"none",false,"no",false,true]Cannot indirectly modify readonly property S::$ror!r!2
45123n4512 1get items [Indirect modification of overloaded property T::$items has no effect] get items 2get map [Indirect modification of overloaded property T::$map has no effect] get map [Undefined array key "k"] isset map get map isset map get map isset map get map [false,true,"none",false,"no",false,true]1[] operator not supported for strings0oget [Indirect modification of overloaded element of AA has no effect] oset oset count(): Argument #1 ($value) must be of type Countable|array, AA givenCannot use a scalar value as an array[Automatic conversion of false to array is deprecated] 1Attempt to modify property "items" on nullAttempt to assign property "x" on null22Cannot assign string to reference held by property S::$map of type array44
124x55z[Undefined array key "q"] z true4 [true,false,"5z",false,"no",false,true][false,true,"none",false,"no",false,true]Cannot indirectly modify readonly property S::$ror!r!2
45124n4512 1get items [Indirect modification of overloaded property T::$items has no effect] get items 2get map [Indirect modification of overloaded property T::$map has no effect] get map [Undefined array key "k"] isset map get map isset map get map isset map get map [false,true,"none",false,"no",false,true]1[] operator not supported for strings0oget [Indirect modification of overloaded element of AA has no effect] oset oset count(): Argument #1 ($value) must be of type Countable|array, AA givenCannot use a scalar value as an array[Automatic conversion of false to array is deprecated] 1Attempt to modify property "items" on nullAttempt to assign property "x" on null22Cannot assign string to reference held by property S::$map of type array44
125x66z[Undefined array key "q"] z true5 [true,false,"6z",false,"no",false,true][false,true,"none",false,"no",false,true]Cannot indirectly modify readonly property S::$ror!r!2
45125n4512 1get items [Indirect modification of overloaded property T::$items has no effect] get items 2get map [Indirect modification of overloaded property T::$map has no effect] get map [Undefined array key "k"] isset map get map isset map get map isset map get map [false,true,"none",false,"no",false,true]1[] operator not supported for strings0oget [Indirect modification of overloaded element of AA has no effect] oset oset count(): Argument #1 ($value) must be of type Countable|array, AA givenCannot use a scalar value as an array[Automatic conversion of false to array is deprecated] 1Attempt to modify property "items" on nullAttempt to assign property "x" on null22Cannot assign string to reference held by property S::$map of type array44
126x77z[Undefined array key "q"] z true6 [true,false,"7z",false,"no",false,true][false,true,"none",false,"no",false,true]Cannot indirectly modify readonly property S::$ror!r!2
45126n4512 1get items [Indirect modification of overloaded property T::$items has no effect] get items 2get map [Indirect modification of overloaded property T::$map has no effect] get map [Undefined array key "k"] isset map get map isset map get map isset map get map [false,true,"none",false,"no",false,true]1[] operator not supported for strings0oget [Indirect modification of overloaded element of AA has no effect] oset oset count(): Argument #1 ($value) must be of type Countable|array, AA givenCannot use a scalar value as an array[Automatic conversion of false to array is deprecated] 1Attempt to modify property "items" on nullAttempt to assign property "x" on null22Cannot assign string to reference held by property S::$map of type array44
127x88z[Undefined array key "q"] z true7 [true,false,"8z",false,"no",false,true][false,true,"none",false,"no",false,true]Cannot indirectly modify readonly property S::$ror!r!2
45127n4512 1get items [Indirect modification of overloaded property T::$items has no effect] get items 2get map [Indirect modification of overloaded property T::$map has no effect] get map [Undefined array key "k"] isset map get map isset map get map isset map get map [false,true,"none",false,"no",false,true]1[] operator not supported for strings0oget [Indirect modification of overloaded element of AA has no effect] oset oset count(): Argument #1 ($value) must be of type Countable|array, AA givenCannot use a scalar value as an array[Automatic conversion of false to array is deprecated] 1Attempt to modify property "items" on nullAttempt to assign property "x" on null22Cannot assign string to reference held by property S::$map of type array44
