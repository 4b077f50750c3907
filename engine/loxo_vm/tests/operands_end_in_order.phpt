--TEST--
Operands of comparisons and operators end one after the other
--FILE--
<?php
class D { public $n; function __construct($n) { $this->n = $n; } function __destruct() { echo "~{$this->n} "; } function __toString() { return (string)$this->n; } }
function d($n) { return new D($n); } class E2 extends D { function __toString() { throw new Exception('s'); } }
for ($i = 0; $i < 2; $i++) { var_dump(d(1) == d(2), d(1) === d(2), d(1) != d(2), d(1) !== d(2), d(1) < d(2), d(1) <= d(2), d(1) <=> d(2), d(1) . d(2)); if (d(3) == d(4)) echo 'e'; if (d(3) < d(4)) echo 'l'; if (d(3) === d(4)) echo 'i'; if (d(3) != d(4)) echo 'n'; if (d(3) <= d(4)) echo 'le';
 foreach (['+', '-', '*', '/', '%', '**', '|', '&', '^', '<<', '>>'] as $op) { try { var_dump(eval("return d(5) $op d(6);")); } catch (Error $e) { echo $e->getMessage(), "\n"; } unset($e); }
 var_dump([d(1)] + [2 => d(2)], [d(7)] == [d(8)], [d(7)] === [d(8)]); try { var_dump((new E2('x')) . d(9)); } catch (Exception $e) { echo 'X '; } unset($e); try { var_dump((new E2('x')) == 'x'); } catch (Exception $e) { echo 'X '; } unset($e); try { if (d('q') == new E2('z')) echo 'y'; else echo 'n'; } catch (Exception $e) { echo 'X '; } unset($e); echo "\n"; }
--EXPECT--
~1 ~2 ~1 ~2 ~1 ~2 ~1 ~2 ~1 ~2 ~1 ~2 ~1 ~2 ~1 ~2 bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
int(-1)
string(2) "12"
~3 ~4 ~3 ~4 l~3 ~4 ~3 ~4 n~3 ~4 le~5 ~6 Unsupported operand types: D + D
~5 ~6 Unsupported operand types: D - D
~5 ~6 Unsupported operand types: D * D
~5 ~6 Unsupported operand types: D / D
~5 ~6 Unsupported operand types: D % D
~5 ~6 Unsupported operand types: D ** D
~5 ~6 Unsupported operand types: D | D
~5 ~6 Unsupported operand types: D & D
~5 ~6 Unsupported operand types: D ^ D
~5 ~6 Unsupported operand types: D << D
~5 ~6 Unsupported operand types: D >> D
~7 ~8 ~7 ~8 array(2) {
  [0]=>
  object(D)#3 (1) {
    ["n"]=>
    int(1)
  }
  [2]=>
  object(D)#1 (1) {
    ["n"]=>
    int(2)
  }
}
bool(false)
bool(false)
~1 ~2 ~x ~9 X ~x X ~q ~z n
~1 ~2 ~1 ~2 ~1 ~2 ~1 ~2 ~1 ~2 ~1 ~2 ~1 ~2 ~1 ~2 bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
int(-1)
string(2) "12"
~3 ~4 ~3 ~4 l~3 ~4 ~3 ~4 n~3 ~4 le~5 ~6 Unsupported operand types: D + D
~5 ~6 Unsupported operand types: D - D
~5 ~6 Unsupported operand types: D * D
~5 ~6 Unsupported operand types: D / D
~5 ~6 Unsupported operand types: D % D
~5 ~6 Unsupported operand types: D ** D
~5 ~6 Unsupported operand types: D | D
~5 ~6 Unsupported operand types: D & D
~5 ~6 Unsupported operand types: D ^ D
~5 ~6 Unsupported operand types: D << D
~5 ~6 Unsupported operand types: D >> D
~7 ~8 ~7 ~8 array(2) {
  [0]=>
  object(D)#1 (1) {
    ["n"]=>
    int(1)
  }
  [2]=>
  object(D)#2 (1) {
    ["n"]=>
    int(2)
  }
}
bool(false)
bool(false)
~1 ~2 ~x ~9 X ~x X ~q ~z n
