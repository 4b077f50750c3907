#!/not/skipped here
html <? echo 1 ?>
<?= $x, (int)$y, ( string )$z ?> text <?php
#[Attr(1)] /** doc */ // line
# hash ?>
<?php fn&($x) => $a & $b & ...$c && yield from f() . yield /* c */ from g();
enum Foo: int { case enum; } enum(1); enum extends X {} class A { public(set) int $x; readonly function readonly() {} }
\A\B::c(); A\B; namespace\D; namespace \E; $a?->class?->b; A::class; $a->list ->b // c
 -> c;
"plain" . "a $b[0] $b[-1] $b[x] $b[$c] $d->e $d?->f {$g->h['x']} ${i} ${j[1]} ${'k'} \$z \u{41}" . 'it''s' . b"x" . b'y' . `ls $x`;
<<<A
 text $x
   {$y[<<<'B'
   nowdoc $z
   B]}
 A;
0x1F + 0b11 + 0o17 + 017 + 1_000 + 1.5e-3 + .5 + 1. + 9223372036854775808 + 0x + 1__0;
$a <=> $b ?? $c ??= $d ** $e **= 1 <<= 2 >>= 3 <> 4 !== 5 |> f(...) ; (void) f();
__PROPERTY__ . __CLASS__ . exit . die . OR . and . XOR; été(); ` 
