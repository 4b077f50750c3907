--TEST--
Calls of every kind leave nothing on the native stack, however many there are
--FILE--
<?php
class Plain { function __construct(public int $x = 0) {} function m() { return $this; } static function s($x) { return $x; } function __call($n, $a) { return $a; } }
function user($x) { return $x; }
function times(int $n, callable $work): void { for ($i = 0; $i < $n; $i++) { $work($i); } }

const TURNS = 1_000_000;
$list = new ArrayObject([1]);
$plain = new Plain;
$closure = fn ($x) => $x;
for ($i = 0; $i < TURNS * 4; $i++) { $made = new ArrayObject([]); }
for ($i = 0; $i < TURNS; $i++) { $made = new Plain($i); }
for ($i = 0; $i < TURNS; $i++) { $count = $list->count(); $first = $list->offsetGet(0); }
for ($i = 0; $i < TURNS; $i++) { $same = $plain->m(); $user = user($i); $static = Plain::s($i); }
for ($i = 0; $i < TURNS; $i++) { $magic = $plain->none($i); }
for ($i = 0; $i < TURNS; $i++) { $called = $closure($i); $mapped = call_user_func('user', $i); }
times(TURNS, strlen(...));
foreach ((function () { for ($i = 0; $i < TURNS; $i++) { yield $i; } })() as $i) {}
for ($i = 0; $i < TURNS; $i++) { try { intdiv($i, 0); } catch (DivisionByZeroError) {} }
for ($i = 0; $i < TURNS; $i++) { $date = DateInterval::createFromDateString('1 day'); if ($i > 10_000) { break; } }
echo "done\n";
--EXPECT--
done
