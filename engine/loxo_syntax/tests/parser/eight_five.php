<?php
$x = $y |> trim(...) |> strlen(...);
(void) f();
$c = clone($o, ['a' => 1]);
$d = clone $o->p;
$e = clone(...);
#[Deprecated] const A = 1;
