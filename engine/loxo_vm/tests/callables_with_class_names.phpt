--TEST--
Callables of a class's name and a method's, called again and again
--FILE--
<?php
class P { public static function s($x) { return "P::s $x"; } protected static function q($x) { return "q$x"; } public function i($x) { return isset($this) ? "i with " . static::class : "none"; }
  function go() { $r = [call_user_func(['P', 'q'], 1), call_user_func(['P', 'i'], 2), call_user_func(['C', 's'], 3), call_user_func(['P', 's'], 3)]; return $r; }
  public static function who() { return static::class; }
  public static function __callStatic($n, $a) { return "static $n"; }
  public function __call($n, $a) { return "magic $n"; } }
class C extends P { public static function own() { return static::class; } static function self() { return [@call_user_func(['self', 'who']), @call_user_func(['parent', 'who']), @call_user_func(['static', 'who'])]; } }
class D extends C {}
for ($k = 0; $k < 3; $k++) {
  foreach ([['P', 's'], ['C', 's'], ['C', 'own'], ['D', 'own'], ['D', 'who'], ['P', 'who'], ['P', 'nothing'], ['p', 'S']] as $cb) echo json_encode(call_user_func($cb, $k)), " ", is_callable($cb) ? "y" : "n", "\n";
  try { var_dump(is_callable(['P', 'q']), is_callable(['P', 'i'])); call_user_func(['P', 'i'], 1); } catch (Error $e) { echo $e->getMessage(), "\n"; }
  echo json_encode((new D)->go()), json_encode(D::self()), json_encode(C::self()), "\n";
  echo json_encode(array_map(['P', 's'], [1, 2])), json_encode(array_map('P::s', [1])), "\n";
  try { call_user_func(['Missing', 's']); } catch (Error $e) { echo $e->getMessage(), "\n"; }
}
--EXPECT--
"P::s 0" y
"P::s 0" y
"C" y
"D" y
"D" y
"P" y
"static nothing" y
"P::s 0" y
bool(true)
bool(false)
call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method P::i() cannot be called statically
["q1","i with D","P::s 3","P::s 3"]["D","D","D"]["C","C","C"]
["P::s 1","P::s 2"]["P::s 1"]
call_user_func(): Argument #1 ($callback) must be a valid callback, class "Missing" not found
"P::s 1" y
"P::s 1" y
"C" y
"D" y
"D" y
"P" y
"static nothing" y
"P::s 1" y
bool(true)
bool(false)
call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method P::i() cannot be called statically
["q1","i with D","P::s 3","P::s 3"]["D","D","D"]["C","C","C"]
["P::s 1","P::s 2"]["P::s 1"]
call_user_func(): Argument #1 ($callback) must be a valid callback, class "Missing" not found
"P::s 2" y
"P::s 2" y
"C" y
"D" y
"D" y
"P" y
"static nothing" y
"P::s 2" y
bool(true)
bool(false)
call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method P::i() cannot be called statically
["q1","i with D","P::s 3","P::s 3"]["D","D","D"]["C","C","C"]
["P::s 1","P::s 2"]["P::s 1"]
call_user_func(): Argument #1 ($callback) must be a valid callback, class "Missing" not found
