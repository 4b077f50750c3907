--TEST--
self:: in methods of traits and their closures: static properties, constants and methods of each class
--FILE--
<?php
trait T { private static $ps = 0; public static $pub = 0; private const PC = 'pc' . self::class; const C2 = [self::class, __CLASS__]; static function inc() { self::$ps++; self::$ps += 2; return self::$ps; } static function seti($v) { self::$pub = $v; return self::$pub . static::$pub; } function c() { return self::PC . json_encode(self::C2) . static::class; } private static function pm() { return __CLASS__ . static::class; } static function callm() { return self::pm() . static::pm2(); } private static function pm2() { return 'pm2' . self::class; } static function viaClo() { return (function () { self::$ps += 10; return self::$ps . self::pm() . self::PC; })(); } static function iss() { return isset(self::$ps) . isset(self::$nope) . empty(self::$ps); } static function clo() { return static function () { return self::$ps . self::class . self::pm(); }; } function x($o) { return $o::$pub; } }
class A { use T; } class B { use T; } class C extends A { } class D extends A { use T; } class E2 { use T; private static function pm() { return 'own'; } private static function pm2() { return 'own2'; } } class Plain { private static $ps = 'plain'; private static function pm() { return 'plainpm'; } const PC = 'plainPC'; }
function t($f) { try { $r = $f(); return is_object($r) ? get_class($r) : $r; } catch (Throwable $e) { return get_class($e) . ':' . $e->getMessage(); } }
for ($i = 0; $i < 4; $i++) { foreach (['A', 'B', 'C', 'D', 'E2'] as $c) { echo t(fn() => $c::inc()), t(fn() => $c::seti("$c$i")), t(fn() => (new $c)->c()), t(fn() => $c::callm()), t(fn() => $c::viaClo()), t(fn() => $c::iss()), t(fn() => ($c::clo())()), t(fn() => (Closure::bind($c::clo(), null, Plain::class))()), t(fn() => (Closure::bind($c::clo(), null, B::class))()), t(fn() => (new A)->x($c)), "\n"; } echo t(fn() => @T::inc()), t(fn() => @T::seti(1)), "\n"; }
--EXPECT--
3A0A0pcA["A","A"]AAApm2A13AApcA113AAAplainPlainplainpm0BBBA0
3B0B0pcB["B","B"]BBBpm2B13BBpcB113BBBplainPlainplainpm13BBBB0
16C0C0pcA["A","A"]CACpm2A26ACpcA126AACplainPlainplainpm13BBBC0
3D0D0pcD["A","A"]DDDpm2D13DDpcD113DDDplainPlainplainpm13BBBD0
3E20E20pcE2["E2","E2"]E2ownown213ownpcE2113E2ownplainPlainplainpm13BBBE20
311
29A1A1pcA["A","A"]AAApm2A39AApcA139AAAplainPlainplainpm13BBBA1
16B1B1pcB["B","B"]BBBpm2B26BBpcB126BBBplainPlainplainpm26BBBB1
42C1C1pcA["A","A"]CACpm2A52ACpcA152AACplainPlainplainpm26BBBC1
16D1D1pcD["A","A"]DDDpm2D26DDpcD126DDDplainPlainplainpm26BBBD1
16E21E21pcE2["E2","E2"]E2ownown226ownpcE2126E2ownplainPlainplainpm26BBBE21
611
55A2A2pcA["A","A"]AAApm2A65AApcA165AAAplainPlainplainpm26BBBA2
29B2B2pcB["B","B"]BBBpm2B39BBpcB139BBBplainPlainplainpm39BBBB2
68C2C2pcA["A","A"]CACpm2A78ACpcA178AACplainPlainplainpm39BBBC2
29D2D2pcD["A","A"]DDDpm2D39DDpcD139DDDplainPlainplainpm39BBBD2
29E22E22pcE2["E2","E2"]E2ownown239ownpcE2139E2ownplainPlainplainpm39BBBE22
911
81A3A3pcA["A","A"]AAApm2A91AApcA191AAAplainPlainplainpm39BBBA3
42B3B3pcB["B","B"]BBBpm2B52BBpcB152BBBplainPlainplainpm52BBBB3
94C3C3pcA["A","A"]CACpm2A104ACpcA1104AACplainPlainplainpm52BBBC3
42D3D3pcD["A","A"]DDDpm2D52DDpcD152DDDplainPlainplainpm52BBBD3
42E23E23pcE2["E2","E2"]E2ownown252ownpcE2152E2ownplainPlainplainpm52BBBE23
1211
