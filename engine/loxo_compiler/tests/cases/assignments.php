<?php
function f() {
    $a = $b = 1;
    $a[f()][g()] = h();
    $a['x']->y['z'] .= 'v';
    $a[] = $a;
    [$x, [, $y], 'k' => $z] = [1, [2, 3]];
}
function g() {
    [$a, $b] = [$b, $a];
    ['k' => [$p, &$q]] = $arr;
    $r = &$s['x']->y; $t->u = &$v; A::$w = &$x; $$n = &$m;
    $i++; ++$i; $j = $i--; $o->p++; $k = --$o->{$p}['q']; A::$c += 2;
    $u ??= 1; $u['x'][f()] ??= g(); $v = $o->p ??= 5;
    $sum = $a + $b; $sum -= 3; $s .= 'x'; $GLOBALS['g'] = 1; unset($a['x'], $o->p, $GLOBALS['g'], $$n);
    return isset($a['x']->y, $b) || empty($o?->p->q) || isset($this);
}
-----
<?php
function appended($a, $b) {
    $s = $a . $b;
    $s .= $a . $b; $s .= "a$a"; $s .= 'x' . f() . $b; $s .= $a ? "b$b" : "c$b";
    return $s .= $a . 'y';
}
