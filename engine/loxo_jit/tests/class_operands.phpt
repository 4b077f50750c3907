--TEST--
Class constants and static properties in compiled functions, by static, parent and objects; enum cases
--ENV--
LOXO_STRESS=jit
--FILE--
<?php
enum Suit: string { case A = 'a'; case B = 'b'; const D = self::B; }
class P { const T = 1; const E = [1, Suit::A]; public static $s = 'p'; protected const V = 'pv';
 static function st($k) { $o = []; for ($i = 0; $i < $k; $i++) { $o = [static::T, self::T, static::$s, self::$s, static::V]; } return json_encode($o); }
 function ob($k) { $o = []; for ($i = 0; $i < $k; $i++) { $o = [static::T, $this::T, static::$s, $this::$s, static::E, Suit::D]; } return json_encode($o); }
 function cl($k) { $f = function ($k) { for ($i = 0; $i < $k; $i++) { $o = [static::T, self::T, static::$s]; } return json_encode($o); }; return $f($k); }
}
class C extends P { const T = 2; public static $s = 'c'; protected const V = 'cv';
 static function pa($k) { for ($i = 0; $i < $k; $i++) { $o = [parent::T, parent::$s, parent::V]; parent::$s = "p$i"; } return json_encode($o); } }
class D extends P { const T = 3; }
function en($k) { $n = 0; $x = [Suit::A, Suit::B]; for ($i = 0; $i < $k; $i++) { $n += $x[$i & 1] === Suit::A ? 1 : 2; if ($x[$i & 1]::D !== Suit::B) echo '?'; } return $n; }
function ob($o, $k) { for ($i = 0; $i < $k; $i++) { $r = $o::T; $s = $o::$s; } return "$r $s"; }
foreach ([10, 300] as $k) foreach (['P', 'C', 'D'] as $c) { echo $c::st($k), (new $c)->ob($k), (new $c)->cl($k), en($k), ob(new $c, $k), C::pa(20), "\n"; }
--EXPECT--
[1,1,"p","p","pv"][1,1,"p","p",[1,"a"],"b"][1,1,"p"]151 p[1,"p18","pv"]
[2,1,"c","p19","cv"][2,2,"c","c",[1,"a"],"b"][2,1,"c"]152 c[1,"p18","pv"]
[3,1,"p19","p19","pv"][3,3,"p19","p19",[1,"a"],"b"][3,1,"p19"]153 p19[1,"p18","pv"]
[1,1,"p19","p19","pv"][1,1,"p19","p19",[1,"a"],"b"][1,1,"p19"]4501 p19[1,"p18","pv"]
[2,1,"c","p19","cv"][2,2,"c","c",[1,"a"],"b"][2,1,"c"]4502 c[1,"p18","pv"]
[3,1,"p19","p19","pv"][3,3,"p19","p19",[1,"a"],"b"][3,1,"p19"]4503 p19[1,"p18","pv"]
