--TEST--
What a generator has yielded to a loop is destroyed in its body, behind what follows the yield
--FILE--
<?php
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~{$this->n} "; } }
function keys($n) { for ($i = 0; $i < $n; $i++) { $x = yield new D("k$i") => $i; echo "resumed "; } }
function values($n) { for ($i = 0; $i < $n; $i++) { yield new D("v$i"); echo "resumed "; } }
foreach (keys(3) as $k => $v) { echo $v, ' '; } unset($k); echo "\n";
foreach (keys(3) as $v) { echo $v, ' '; } echo "\n";
foreach (values(3) as $v) { echo 'body '; unset($v); echo 'end '; } echo "\n";
foreach (values(3) as $v) { echo 'body '; } unset($v); echo "\n";
--EXPECT--
0 resumed ~k0 1 resumed ~k1 2 resumed ~k2 
0 resumed ~k0 1 resumed ~k1 2 resumed ~k2 
body end resumed ~v0 body end resumed ~v1 body end resumed ~v2 
body resumed ~v0 body resumed ~v1 body resumed ~v2 
