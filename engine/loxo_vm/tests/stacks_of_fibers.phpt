--TEST--
fiber.stack_size
--FILE--
<?php
ini_set('fiber.stack_size', '-1');
ini_set('fiber.stack_size', '100');
try {
    (new Fiber(fn() => 1))->start();
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
ini_set('fiber.stack_size', '1M');
$f = new Fiber(fn() => Fiber::suspend(2));
var_dump($f->start());
--EXPECTF--

Warning: fiber.stack_size must be a positive number in %s on line 2
Fiber stack size is too small, it needs to be at least 8192 bytes
int(2)
