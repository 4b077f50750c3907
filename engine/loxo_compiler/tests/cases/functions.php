<?php
namespace App;
use function Lib\helper;
use const Lib\VALUE;
function f(int $a, ?string $b = null, float $c = 1, array $d = [1, VALUE], $e = new \Foo(1), self|int ...$rest): ?int { return $a; }
function gen(): iterable { $x = yield; $y = yield 1 => $x; yield from f(); return 5; }
function &ref(array &$a) { return $a['x']; }
function locals() { static $n = 1, $m = f(); global $g; helper(); strlen($g); return VALUE . \PHP_EOL . namespace\X . UNKNOWN; }
function typed(): static|null { return null; }
$f = fn(int $x): int => $x * $factor + (fn() => $other)();
$g = static function () use ($a, &$b): void { $b = $a; };
echo __FUNCTION__, __LINE__, __NAMESPACE__, f::class;
if ($x) { function conditional() { return __FUNCTION__; } }
