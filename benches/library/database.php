<?php
// SQLite through PDO and SQLite3: statements, and fetches in several shapes.

require __DIR__ . '/data.php';
$pdo = new PDO('sqlite::memory:');
$pdo->exec('CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT, price REAL, note TEXT)');
$insert = $pdo->prepare('INSERT INTO items (name, price, note) VALUES (?, ?, ?)');
$pdo->beginTransaction();
for ($i = 0; $i < 1000; $i++) {
    $insert->execute([$words[$i], $floats[$i], $i % 3 ? $line : null]);
}
$pdo->commit();
$one = $pdo->prepare('SELECT * FROM items WHERE id = :id');
$all = $pdo->prepare('SELECT * FROM items');
class Item
{
    public int $id;
    public string $name;
    public float $price;
    public ?string $note;
}
$lite = new SQLite3(':memory:');
$lite->exec('CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT)');
for ($i = 0; $i < 200; $i++) {
    $lite->exec("INSERT INTO items (name) VALUES ('{$words[$i]}')");
}

return [
    'PDO query of one' => static function (int $n) use ($pdo) { while ($n--) { $r = $pdo->query('SELECT * FROM items WHERE id = 77')->fetch(); } return $r; },
    'PDO execute, fetch assoc' => static function (int $n) use ($one) { while ($n--) { $one->execute(['id' => 1 + $n % 1000]); $r = $one->fetch(PDO::FETCH_ASSOC); } return $r; },
    'PDO bindValue' => static function (int $n) use ($one) { while ($n--) { $one->bindValue(':id', 1 + $n % 1000, PDO::PARAM_INT); $one->execute(); $r = $one->fetchColumn(1); } return $r; },
    'PDO fetchAll assoc' => static function (int $n) use ($all) { while ($n--) { $all->execute(); $r = $all->fetchAll(PDO::FETCH_ASSOC); } return $r; },
    'PDO fetchAll both' => static function (int $n) use ($all) { while ($n--) { $all->execute(); $r = $all->fetchAll(PDO::FETCH_BOTH); } return $r; },
    'PDO fetchAll column' => static function (int $n) use ($all) { while ($n--) { $all->execute(); $r = $all->fetchAll(PDO::FETCH_COLUMN, 1); } return $r; },
    'PDO fetchAll pairs' => static function (int $n) use ($pdo) { while ($n--) { $r = $pdo->query('SELECT id, name FROM items')->fetchAll(PDO::FETCH_KEY_PAIR); } return $r; },
    'PDO fetchAll objects' => static function (int $n) use ($all) { while ($n--) { $all->execute(); $r = $all->fetchAll(PDO::FETCH_OBJ); } return serialize($r); },
    'PDO fetchAll class' => static function (int $n) use ($all) { while ($n--) { $all->execute(); $r = $all->fetchAll(PDO::FETCH_CLASS, Item::class); } return serialize($r); },
    'PDO fetch each' => static function (int $n) use ($all) { while ($n--) { $all->execute(); $r = 0; while ($row = $all->fetch(PDO::FETCH_ASSOC)) { $r += $row['id']; } } return $r; },
    'PDO foreach' => static function (int $n) use ($all) { while ($n--) { $all->execute(); $r = 0; foreach ($all as $row) { $r += $row['id']; } } return $r; },
    'PDO insert' => static function (int $n) use ($pdo, $insert, $line) { $pdo->beginTransaction(); while ($n--) { $insert->execute(['x', 1.5, $line]); } $pdo->rollBack(); return 1; },
    'PDO quote' => static function (int $n) use ($pdo, $line) { while ($n--) { $r = $pdo->quote($line); } return $r; },
    'SQLite3 query' => static function (int $n) use ($lite) { while ($n--) { $q = $lite->query('SELECT * FROM items'); $r = 0; while ($row = $q->fetchArray(SQLITE3_ASSOC)) { $r += $row['id']; } } return $r; },
    'SQLite3 querySingle' => static function (int $n) use ($lite) { while ($n--) { $r = $lite->querySingle('SELECT name FROM items WHERE id = 5'); } return $r; },
];
