<?php $this = 1;
-----
<?php $a[] + 1;
-----
<?php isset(1 + 2);
-----
<?php class A { function f() {} function F() {} }
-----
<?php break;
-----
<?php while (1) { break 2; }
-----
<?php function f($a, $a) {}
-----
<?php class self {}
-----
<?php echo 1; namespace A;
-----
<?php declare(strict_types=1) { }
-----
<?php function f(): void { return 1; }
-----
<?php function f(): never { return; }
-----
<?php function f(): int { return; }
-----
<?php function f(): int { yield 1; }
-----
<?php goto a; while (1) { a: }
-----
<?php goto nowhere;
-----
<?php f(...$a, $b);
-----
<?php f(a: 1, 2);
-----
<?php const A = f();
-----
<?php function f(int|INT $a) {}
-----
<?php function f(mixed|int $a) {}
-----
<?php function f(string $x = 1) {}
-----
<?php class A { public int $x = "a"; }
-----
<?php class A { public readonly $x; }
-----
<?php enum E { case A = 1; }
-----
<?php interface I { private function f(); }
-----
<?php class A { abstract function f(); }
-----
<?php try { } finally { while (1) { } } foreach ([1] as $x) { try {} finally { break; } }
-----
<?php [$a, 'k' => $b] = $c;
-----
<?php list() = $a;
-----
<?php use A\B; use C\B;
-----
<?php class A { static function f() { return parent::g(); } }
-----
<?php switch (1) { default: default: }
-----
<?php static $a; static $a;
-----
<?php function () use ($a, $a) {};
-----
<?php $a?->b = 1;
-----
<?php f() = 1;
-----
<?php class A { public $p { get => 1; get => 2; } }
-----
<?php #[Attribute] function f() {}
