--TEST--
Operands that commute are turned round: variables first, then temporaries, then constants
--FILE--
<?php
class M { public int $id; function __construct($i){$this->id=$i;} function __toString(): string { echo "S{$this->id} "; return "x"; } function get() { return $this; } }
function t(callable $f) { try { var_dump($f()); } catch (Throwable $e) { echo get_class($e), ": ", $e->getMessage(), "\n"; } }
$cv = []; $i = 2;
t(function() { $cv = []; $i = 2; return ($i + 1) * $cv; });
t(function() { $cv = []; $i = 2; return $cv * ($i + 1); });
t(function() { $cv = []; $i = [2]; return $i[0] * $cv; });
t(function() { $cv = []; $i = new M(1); return $i->id * $cv; });
t(function() { $cv = []; return strlen("abc") * $cv; });
t(function() { $cv = []; return (int)"3" * $cv; });
t(function() { $cv = []; return ($x = 3) * $cv; });
t(function() { $cv = []; $x = 1; return $x++ * $cv; });
t(function() { $cv = []; $x = 1; return ++$x * $cv; });
t(function() { $cv = []; $x = 1; return ($x + 1) | $cv; });
t(function() { $cv = []; $x = 1; return ($x + 1) & $cv; });
t(function() { $cv = []; $x = 1; return ($x + 1) ^ $cv; });
t(function() { $cv = []; $x = 1; return ($x + 1) + $cv; });
t(function() { $cv = []; $x = 1; return ($x + 1) - $cv; });
t(function() { $cv = []; $x = 1; return ($x + 1) * PHP_VERSION_ID * $cv; });
t(function() { $cv = []; return PHP_INT_SIZE * $cv; });
t(function() { $cv = []; return ($u1 . "3") * $u2; });
t(function() { $cv = []; return ($u1 + 3) * $u2; });
t(function() { $a = new M(1); $b = "x"; return $a->get() == $b; });
t(function() { $a = new M(1); $b = new M(2); return $a->get() == $b; });
t(function() { $a = new M(1); return $a->get() == $u; });
t(function() { $a = new M(1); return ($u1 . "") === $u2; });
t(function() { $a = new M(1); return $a->get() xor $u2; });
t(function() { $cv=[]; return (true ? 3 : 4) * $cv; });
t(function() { $cv=[]; $n = null; return ($n ?? 4) * $cv; });
t(function() { $cv=[]; $f = fn() => 3; return $f() * $cv; });
t(function() { $cv=[]; return [3][0] * $cv; });
t(function() { $cv=[]; $y = [3]; return ($y[0] + 1) * ($cv); });
t(function() { $cv=[]; $y = [3]; return ($y[0] + 1) * $this; });
t(function() { $cv=[]; $y = [3]; return ($y[0] + 1) * $GLOBALS['cv']; });
t(function() { static $cv=[]; $y = [3]; return -$y[0] * $cv; });
t(function() { $cv=[]; $y = 3; $cv2 = &$cv; return ($y + 1) * $cv; });
t(function() { $cv=[]; $y = 3; return (($y + 1) * 2.5) * $cv; });
$r = []; try { echo ($i + 1) * $r; } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
$x = 1; try { $x *= $r; } catch (TypeError $e) { echo $e->getMessage(), "\n"; }
--EXPECTF--
TypeError: Unsupported operand types: array * int
TypeError: Unsupported operand types: array * int
TypeError: Unsupported operand types: array * int
TypeError: Unsupported operand types: array * int
TypeError: Unsupported operand types: array * int
TypeError: Unsupported operand types: array * int
TypeError: Unsupported operand types: array * int
TypeError: Unsupported operand types: array * int
TypeError: Unsupported operand types: array * int
TypeError: Unsupported operand types: array | int
TypeError: Unsupported operand types: array & int
TypeError: Unsupported operand types: array ^ int
TypeError: Unsupported operand types: int + array
TypeError: Unsupported operand types: int - array
TypeError: Unsupported operand types: array * int
TypeError: Unsupported operand types: array * int

Warning: Undefined variable $u1 in %s on line 21

Warning: Undefined variable $u2 in %s on line 21
int(0)

Warning: Undefined variable $u1 in %s on line 22

Warning: Undefined variable $u2 in %s on line 22
int(0)
S1 bool(true)
bool(false)

Warning: Undefined variable $u in %s on line 25
bool(false)

Warning: Undefined variable $u1 in %s on line 26

Warning: Undefined variable $u2 in %s on line 26
bool(false)

Warning: Undefined variable $u2 in %s on line 27
bool(true)
TypeError: Unsupported operand types: array * int
TypeError: Unsupported operand types: array * int
TypeError: Unsupported operand types: array * int
TypeError: Unsupported operand types: array * int
TypeError: Unsupported operand types: array * int
Error: Using $this when not in object context
TypeError: Unsupported operand types: int * array
TypeError: Unsupported operand types: array * int
TypeError: Unsupported operand types: array * int
TypeError: Unsupported operand types: array * float
Unsupported operand types: array * int
Unsupported operand types: int * array
