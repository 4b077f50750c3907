--TEST--
Methods of the driver as callables
--FILE--
<?php
$pdo = new PDO('sqlite::memory:');
var_dump(is_callable([$pdo, 'sqliteCreateFunction']), method_exists($pdo, 'sqliteCreateFunction'));
function reg(callable $c) { $c('twice', fn($x) => 2 * $x, 1); }
try { reg([$pdo, 'sqliteCreateFunction']); var_dump($pdo->query('select twice(4)')->fetchColumn()); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
try { var_dump(call_user_func([$pdo, 'sqliteCreateFunction'], 'three', fn() => 3), $pdo->query('select three()')->fetchColumn()); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
try { $f = Closure::fromCallable([$pdo, 'sqliteCreateCollation']); var_dump($f('c', 'strcmp')); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
try { $f = $pdo->sqliteCreateFunction(...); var_dump($f('four', fn() => 4)); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
var_dump(is_callable([$pdo, 'nothing']), is_callable(['PDO', 'sqliteCreateFunction']), is_callable([$pdo, 'pgsqlCopyToFile']));
class My extends PDO {}
$m = new My('sqlite::memory:'); var_dump(is_callable([$m, 'sqliteCreateAggregate']));
try { var_dump(new ReflectionMethod($pdo, 'sqliteCreateFunction')); } catch (Throwable $e) { echo $e->getMessage(), "\n"; }
?>
--EXPECT--
bool(true)
bool(true)
int(8)
bool(true)
int(3)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
bool(true)
Method PDO::sqliteCreateFunction() does not exist
