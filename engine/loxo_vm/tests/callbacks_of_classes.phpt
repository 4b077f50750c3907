--TEST--
Callbacks that name a class, in a method: self reaches the object's own methods
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
class A0 {}
class B extends A0 { function t($o) { $n = json_encode($o); try { echo $n, ' ', var_export(is_callable($o), true); echo ' ', call_user_func($o, 5), "\n"; } catch (Error $e) { echo ' ', get_class($e), ': ', $e->getMessage(), "\n"; } } static function ts($o) { $n = json_encode($o); try { echo $n, ' ', var_export(is_callable($o), true); echo ' ', call_user_func($o, 5), "\n"; } catch (Error $e) { echo ' ', get_class($e), ': ', $e->getMessage(), "\n"; } } }
class C extends B { function in($a) { return "in$a"; } static function st($a) { return "st$a"; } private function pr($a) { return "pr$a"; } protected function po($a) { return "po$a"; } }
class D extends B { function __call($n, $a) { return "call $n"; } static function __callStatic($n, $a) { return "callstatic $n"; } }
class E0 extends B { static function __callStatic($n, $a) { return "callstatic $n"; } }
foreach (['self', 'parent', 'static', 'B', 'C', 'D', 'A0'] as $c) foreach (['in', 'st', 'pr', 'po', 'nope', 't2'] as $m) { foreach (['C', 'D', 'E0'] as $k) { echo "$k: "; (new $k)->t([$c, $m]); echo "$k: "; (new $k)->t("$c::$m"); echo "$k static: "; $k::ts([$c, $m]); } }
--EXPECT--
C: ["self","in"] true in5
C: "self::in" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "in"
C static: ["self","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "in"
D: ["self","in"] true call in
D: "self::in" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "in"
D static: ["self","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "in"
E0: ["self","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "in"
E0: "self::in" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "in"
E0 static: ["self","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "in"
C: ["self","st"] true st5
C: "self::st" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "st"
C static: ["self","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "st"
D: ["self","st"] true call st
D: "self::st" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "st"
D static: ["self","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "st"
E0: ["self","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "st"
E0: "self::st" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "st"
E0 static: ["self","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "st"
C: ["self","pr"]  Error: Call to private method C::pr() from scope B
C: "self::pr" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "pr"
C static: ["self","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "pr"
D: ["self","pr"] true call pr
D: "self::pr" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "pr"
D static: ["self","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "pr"
E0: ["self","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "pr"
E0: "self::pr" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "pr"
E0 static: ["self","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "pr"
C: ["self","po"] true po5
C: "self::po" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "po"
C static: ["self","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "po"
D: ["self","po"] true call po
D: "self::po" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "po"
D static: ["self","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "po"
E0: ["self","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "po"
E0: "self::po" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "po"
E0 static: ["self","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "po"
C: ["self","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "nope"
C: "self::nope" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "nope"
C static: ["self","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "nope"
D: ["self","nope"] true call nope
D: "self::nope" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "nope"
D static: ["self","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "nope"
E0: ["self","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "nope"
E0: "self::nope" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "nope"
E0 static: ["self","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "nope"
C: ["self","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "t2"
C: "self::t2" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "t2"
C static: ["self","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "t2"
D: ["self","t2"] true call t2
D: "self::t2" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "t2"
D static: ["self","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "t2"
E0: ["self","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "t2"
E0: "self::t2" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "t2"
E0 static: ["self","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "t2"
C: ["parent","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "in"
C: "parent::in" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "in"
C static: ["parent","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "in"
D: ["parent","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "in"
D: "parent::in" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "in"
D static: ["parent","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "in"
E0: ["parent","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "in"
E0: "parent::in" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "in"
E0 static: ["parent","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "in"
C: ["parent","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "st"
C: "parent::st" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "st"
C static: ["parent","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "st"
D: ["parent","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "st"
D: "parent::st" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "st"
D static: ["parent","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "st"
E0: ["parent","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "st"
E0: "parent::st" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "st"
E0 static: ["parent","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "st"
C: ["parent","pr"]  Error: Call to private method C::pr() from scope B
C: "parent::pr" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "pr"
C static: ["parent","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "pr"
D: ["parent","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "pr"
D: "parent::pr" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "pr"
D static: ["parent","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "pr"
E0: ["parent","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "pr"
E0: "parent::pr" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "pr"
E0 static: ["parent","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "pr"
C: ["parent","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "po"
C: "parent::po" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "po"
C static: ["parent","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "po"
D: ["parent","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "po"
D: "parent::po" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "po"
D static: ["parent","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "po"
E0: ["parent","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "po"
E0: "parent::po" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "po"
E0 static: ["parent","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "po"
C: ["parent","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "nope"
C: "parent::nope" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "nope"
C static: ["parent","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "nope"
D: ["parent","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "nope"
D: "parent::nope" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "nope"
D static: ["parent","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "nope"
E0: ["parent","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "nope"
E0: "parent::nope" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "nope"
E0 static: ["parent","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "nope"
C: ["parent","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "t2"
C: "parent::t2" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "t2"
C static: ["parent","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "t2"
D: ["parent","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "t2"
D: "parent::t2" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "t2"
D static: ["parent","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "t2"
E0: ["parent","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "t2"
E0: "parent::t2" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "t2"
E0 static: ["parent","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "t2"
C: ["static","in"] true in5
C: "static::in" true in5
C static: ["static","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::in() cannot be called statically
D: ["static","in"] true call in
D: "static::in" true call in
D static: ["static","in"] true callstatic in
E0: ["static","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class E0 does not have a method "in"
E0: "static::in" true callstatic in
E0 static: ["static","in"] true callstatic in
C: ["static","st"] true st5
C: "static::st" true st5
C static: ["static","st"] true st5
D: ["static","st"] true call st
D: "static::st" true call st
D static: ["static","st"] true callstatic st
E0: ["static","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class E0 does not have a method "st"
E0: "static::st" true callstatic st
E0 static: ["static","st"] true callstatic st
C: ["static","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, cannot access private method C::pr()
C: "static::pr" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, cannot access private method C::pr()
C static: ["static","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::pr() cannot be called statically
D: ["static","pr"] true call pr
D: "static::pr" true call pr
D static: ["static","pr"] true callstatic pr
E0: ["static","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class E0 does not have a method "pr"
E0: "static::pr" true callstatic pr
E0 static: ["static","pr"] true callstatic pr
C: ["static","po"] true po5
C: "static::po" true po5
C static: ["static","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::po() cannot be called statically
D: ["static","po"] true call po
D: "static::po" true call po
D static: ["static","po"] true callstatic po
E0: ["static","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class E0 does not have a method "po"
E0: "static::po" true callstatic po
E0 static: ["static","po"] true callstatic po
C: ["static","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "nope"
C: "static::nope" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "nope"
C static: ["static","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "nope"
D: ["static","nope"] true call nope
D: "static::nope" true call nope
D static: ["static","nope"] true callstatic nope
E0: ["static","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class E0 does not have a method "nope"
E0: "static::nope" true callstatic nope
E0 static: ["static","nope"] true callstatic nope
C: ["static","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "t2"
C: "static::t2" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "t2"
C static: ["static","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "t2"
D: ["static","t2"] true call t2
D: "static::t2" true call t2
D static: ["static","t2"] true callstatic t2
E0: ["static","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class E0 does not have a method "t2"
E0: "static::t2" true callstatic t2
E0 static: ["static","t2"] true callstatic t2
C: ["B","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "in"
C: "B::in" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "in"
C static: ["B","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "in"
D: ["B","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "in"
D: "B::in" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "in"
D static: ["B","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "in"
E0: ["B","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "in"
E0: "B::in" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "in"
E0 static: ["B","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "in"
C: ["B","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "st"
C: "B::st" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "st"
C static: ["B","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "st"
D: ["B","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "st"
D: "B::st" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "st"
D static: ["B","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "st"
E0: ["B","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "st"
E0: "B::st" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "st"
E0 static: ["B","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "st"
C: ["B","pr"]  Error: Call to private method C::pr() from scope B
C: "B::pr" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "pr"
C static: ["B","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "pr"
D: ["B","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "pr"
D: "B::pr" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "pr"
D static: ["B","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "pr"
E0: ["B","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "pr"
E0: "B::pr" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "pr"
E0 static: ["B","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "pr"
C: ["B","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "po"
C: "B::po" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "po"
C static: ["B","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "po"
D: ["B","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "po"
D: "B::po" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "po"
D static: ["B","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "po"
E0: ["B","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "po"
E0: "B::po" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "po"
E0 static: ["B","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "po"
C: ["B","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "nope"
C: "B::nope" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "nope"
C static: ["B","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "nope"
D: ["B","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "nope"
D: "B::nope" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "nope"
D static: ["B","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "nope"
E0: ["B","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "nope"
E0: "B::nope" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "nope"
E0 static: ["B","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "nope"
C: ["B","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "t2"
C: "B::t2" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "t2"
C static: ["B","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "t2"
D: ["B","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "t2"
D: "B::t2" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "t2"
D static: ["B","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "t2"
E0: ["B","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "t2"
E0: "B::t2" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "t2"
E0 static: ["B","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class B does not have a method "t2"
C: ["C","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::in() cannot be called statically
C: "C::in" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::in() cannot be called statically
C static: ["C","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::in() cannot be called statically
D: ["C","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::in() cannot be called statically
D: "C::in" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::in() cannot be called statically
D static: ["C","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::in() cannot be called statically
E0: ["C","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::in() cannot be called statically
E0: "C::in" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::in() cannot be called statically
E0 static: ["C","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::in() cannot be called statically
C: ["C","st"] true st5
C: "C::st" true st5
C static: ["C","st"] true st5
D: ["C","st"] true st5
D: "C::st" true st5
D static: ["C","st"] true st5
E0: ["C","st"] true st5
E0: "C::st" true st5
E0 static: ["C","st"] true st5
C: ["C","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::pr() cannot be called statically
C: "C::pr" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::pr() cannot be called statically
C static: ["C","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::pr() cannot be called statically
D: ["C","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::pr() cannot be called statically
D: "C::pr" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::pr() cannot be called statically
D static: ["C","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::pr() cannot be called statically
E0: ["C","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::pr() cannot be called statically
E0: "C::pr" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::pr() cannot be called statically
E0 static: ["C","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::pr() cannot be called statically
C: ["C","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::po() cannot be called statically
C: "C::po" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::po() cannot be called statically
C static: ["C","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::po() cannot be called statically
D: ["C","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::po() cannot be called statically
D: "C::po" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::po() cannot be called statically
D static: ["C","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::po() cannot be called statically
E0: ["C","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::po() cannot be called statically
E0: "C::po" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::po() cannot be called statically
E0 static: ["C","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, non-static method C::po() cannot be called statically
C: ["C","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "nope"
C: "C::nope" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "nope"
C static: ["C","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "nope"
D: ["C","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "nope"
D: "C::nope" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "nope"
D static: ["C","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "nope"
E0: ["C","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "nope"
E0: "C::nope" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "nope"
E0 static: ["C","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "nope"
C: ["C","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "t2"
C: "C::t2" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "t2"
C static: ["C","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "t2"
D: ["C","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "t2"
D: "C::t2" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "t2"
D static: ["C","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "t2"
E0: ["C","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "t2"
E0: "C::t2" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "t2"
E0 static: ["C","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class C does not have a method "t2"
C: ["D","in"] true callstatic in
C: "D::in" true callstatic in
C static: ["D","in"] true callstatic in
D: ["D","in"] true call in
D: "D::in" true call in
D static: ["D","in"] true callstatic in
E0: ["D","in"] true callstatic in
E0: "D::in" true callstatic in
E0 static: ["D","in"] true callstatic in
C: ["D","st"] true callstatic st
C: "D::st" true callstatic st
C static: ["D","st"] true callstatic st
D: ["D","st"] true call st
D: "D::st" true call st
D static: ["D","st"] true callstatic st
E0: ["D","st"] true callstatic st
E0: "D::st" true callstatic st
E0 static: ["D","st"] true callstatic st
C: ["D","pr"] true callstatic pr
C: "D::pr" true callstatic pr
C static: ["D","pr"] true callstatic pr
D: ["D","pr"] true call pr
D: "D::pr" true call pr
D static: ["D","pr"] true callstatic pr
E0: ["D","pr"] true callstatic pr
E0: "D::pr" true callstatic pr
E0 static: ["D","pr"] true callstatic pr
C: ["D","po"] true callstatic po
C: "D::po" true callstatic po
C static: ["D","po"] true callstatic po
D: ["D","po"] true call po
D: "D::po" true call po
D static: ["D","po"] true callstatic po
E0: ["D","po"] true callstatic po
E0: "D::po" true callstatic po
E0 static: ["D","po"] true callstatic po
C: ["D","nope"] true callstatic nope
C: "D::nope" true callstatic nope
C static: ["D","nope"] true callstatic nope
D: ["D","nope"] true call nope
D: "D::nope" true call nope
D static: ["D","nope"] true callstatic nope
E0: ["D","nope"] true callstatic nope
E0: "D::nope" true callstatic nope
E0 static: ["D","nope"] true callstatic nope
C: ["D","t2"] true callstatic t2
C: "D::t2" true callstatic t2
C static: ["D","t2"] true callstatic t2
D: ["D","t2"] true call t2
D: "D::t2" true call t2
D static: ["D","t2"] true callstatic t2
E0: ["D","t2"] true callstatic t2
E0: "D::t2" true callstatic t2
E0 static: ["D","t2"] true callstatic t2
C: ["A0","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "in"
C: "A0::in" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "in"
C static: ["A0","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "in"
D: ["A0","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "in"
D: "A0::in" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "in"
D static: ["A0","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "in"
E0: ["A0","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "in"
E0: "A0::in" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "in"
E0 static: ["A0","in"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "in"
C: ["A0","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "st"
C: "A0::st" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "st"
C static: ["A0","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "st"
D: ["A0","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "st"
D: "A0::st" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "st"
D static: ["A0","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "st"
E0: ["A0","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "st"
E0: "A0::st" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "st"
E0 static: ["A0","st"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "st"
C: ["A0","pr"]  Error: Call to private method C::pr() from scope B
C: "A0::pr" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "pr"
C static: ["A0","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "pr"
D: ["A0","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "pr"
D: "A0::pr" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "pr"
D static: ["A0","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "pr"
E0: ["A0","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "pr"
E0: "A0::pr" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "pr"
E0 static: ["A0","pr"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "pr"
C: ["A0","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "po"
C: "A0::po" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "po"
C static: ["A0","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "po"
D: ["A0","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "po"
D: "A0::po" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "po"
D static: ["A0","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "po"
E0: ["A0","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "po"
E0: "A0::po" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "po"
E0 static: ["A0","po"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "po"
C: ["A0","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "nope"
C: "A0::nope" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "nope"
C static: ["A0","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "nope"
D: ["A0","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "nope"
D: "A0::nope" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "nope"
D static: ["A0","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "nope"
E0: ["A0","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "nope"
E0: "A0::nope" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "nope"
E0 static: ["A0","nope"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "nope"
C: ["A0","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "t2"
C: "A0::t2" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "t2"
C static: ["A0","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "t2"
D: ["A0","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "t2"
D: "A0::t2" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "t2"
D static: ["A0","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "t2"
E0: ["A0","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "t2"
E0: "A0::t2" false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "t2"
E0 static: ["A0","t2"] false  TypeError: call_user_func(): Argument #1 ($callback) must be a valid callback, class A0 does not have a method "t2"
