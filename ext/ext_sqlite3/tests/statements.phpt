--TEST--
SQLite: statements, bound values, functions written in PHP
--EXTENSIONS--
sqlite3
--FILE--
<?php
$db = new SQLite3(':memory:');
$db->enableExceptions(true);
$db->exec('CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, weight REAL, data BLOB)');
$insert = $db->prepare('INSERT INTO t (name, weight, data) VALUES (:name, :weight, :data)');
foreach ([['cow', 500.5, "\0\1"], ['hen', 2, null]] as [$name, $weight, $data]) {
    $insert->bindValue(':name', $name);
    $insert->bindValue('weight', $weight);
    $insert->bindValue(3, $data, SQLITE3_BLOB);
    $insert->execute();
}
var_dump($db->lastInsertRowID(), $db->changes(), $insert->paramCount(), $insert->getSQL(true));

$db->createFunction('shout', fn ($text) => strtoupper($text) . '!', 1);
$db->createAggregate('longest', fn ($kept, $row, $text) => strlen($text) > strlen((string) $kept) ? $text : $kept, fn ($kept) => $kept, 1);
$db->createCollation('backwards', fn ($a, $b) => strcmp($b, $a));
var_dump($db->querySingle('SELECT shout(name) FROM t WHERE id = 2'));
var_dump($db->querySingle('SELECT longest(name) l, count(*) c FROM t', true));
$result = $db->query('SELECT name, weight, data FROM t ORDER BY name COLLATE backwards');
while ($row = $result->fetchArray(SQLITE3_ASSOC)) {
    echo json_encode($row), ' ', $result->columnType(2), "\n";
}
try {
    $db->exec('SELECT * FROM nowhere');
} catch (SQLite3Exception $e) {
    echo get_class($e), ': ', $e->getMessage(), ' ', $e->getCode(), "\n";
}
$db->createFunction('fails', function () { throw new DomainException('from below'); });
try {
    $value = $db->querySingle('SELECT fails()');
} catch (DomainException $e) {
    echo $e->getMessage(), "\n";
}
$blob = $db->openBlob('t', 'data', 1, 'main', SQLITE3_OPEN_READWRITE);
fwrite($blob, "\7");
rewind($blob);
var_dump(bin2hex(fread($blob, 10)));
fclose($blob);
var_dump($db->close());
try {
    $db->query('SELECT 1');
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
int(2)
int(1)
int(3)
string(58) "INSERT INTO t (name, weight, data) VALUES ('hen', 2, NULL)"
string(4) "HEN!"
array(2) {
  ["l"]=>
  string(3) "cow"
  ["c"]=>
  int(2)
}
{"name":"hen","weight":2,"data":null} 5
{"name":"cow","weight":500.5,"data":"\u0000\u0001"} 4
SQLite3Exception: no such table: nowhere 1
from below
string(4) "0701"
bool(true)
The SQLite3 object has not been correctly initialised or is already closed
