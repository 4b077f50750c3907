--TEST--
Lines of functions, methods, closures and generators
--INI--
pcov.enabled=1
pcov.directory=/
--FILE--
<?php
require __DIR__ . '/show.inc';
require __DIR__ . '/functions.inc';
\pcov\start();
$square = App\Square::chain();
$square->area();
$square->constant();
$square->list();
$square->later();
foreach ($square->numbers() as $number) {
    break;
}
$square->name();
App\Suit::Hearts->color();
\pcov\stop();
show(__DIR__ . '/functions.inc');
--EXPECT--
  <?php
  namespace App;
  
  interface Shape {
      public function area(): float;
  }
  trait Named {
      public function name(): string {
+         return static::class;
      }
  }
  abstract class Base implements Shape {
      use Named;
      const ONE = 1;
      private array $list = [
          1,
          2,
      ];
+     public function __construct(
          protected int $x = 1,
          private ?int $y = null,
      ) {
+     }
      abstract public function other();
      public function constant() {
+         return 5;
      }
      public function list(): array {
+         return array_map(
+             fn ($n) => $n * 2,
+             $this->list,
          );
      }
      public function later() {
+         return function () {
-             return 1;
+         };
      }
+     public function numbers() {
+         yield 1;
          yield from [
-             2,
              3,
          ];
-         return 4;
      }
      public static function chain(): static {
+         return (new static(1))
+             ->set(2)
+             ->set(3);
      }
      public function &set($x) {
+         $this->x = $x
-             ?: 1;
+         return $this;
      }
      public function unused() {
-         static $n = 0;
          global $g;
-         $n++;
-         unset($n);
-     }
  }
  final class Square extends Base {
      public function area(): float {
+         return $this->x ** 2;
      }
-     public function other() {}
  }
  enum Suit: string {
      case Hearts = 'H';
      case Spades = 'S';
      public function color(): string {
+         return match ($this) {
+             self::Hearts => 'red',
+             self::Spades => 'black',
          };
      }
  }
- return;
