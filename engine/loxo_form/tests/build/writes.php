<?php
// any, int, any
// all kinds
function elements($a, $i, $k) { $a[$i] = $i; $a[$k] = 'text'; $a['x'] = $k; $a[] = $i; return $a; }
-----
<?php
// any, any, int
// all kinds
function numbers(&$a, $k, $by) { $a[$k] += $by; $a['n'] *= 2; $old = $a[$k]++; return $a[$by] -= $old; }
-----
<?php
// any, any
// all kinds
function nested($a, $k) { $a[$k][0] = 1; $a[0][$k]--; $a[0][1][] = $k; return $a; }
-----
<?php
// any
// all kinds
function bound(&$tree, $key) { $at = &$tree; $at = &$at[$key]; foreach ($at as $k => &$v) { $v = $k; } return $at; }
-----
<?php
// any, int
// all kinds
// on objects
class C { public $list = []; function add($k, $n) { $this->list[$k] = $n; $this->list[$k]['n'] += $n; return $this->list[] = $n; } }
