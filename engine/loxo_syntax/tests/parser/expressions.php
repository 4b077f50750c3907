<?php
$a = 1 + 2 * 3 . 'x' ** -$b;
!$x = f() && $y ?? $z ?: new A(1)->b();
$f = static fn(int ...$n): ?int => yield $k => $v;
["a$b[0]", 'k' => &$c, ...$d, [, $e]] = list($x, [$y]) = $z;
A::$b::C->{'d'}(x: 1, ...$r)[];
