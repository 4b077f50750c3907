--TEST--
PDO: rows in many forms, and errors as the mode has it
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
class Animal {
    public $name;
    public function __construct(public string $kind = 'none') {}
}
$db = new PDO('sqlite::memory:');
var_dump(get_class(PDO::connect('sqlite::memory:')), $db->getAttribute(PDO::ATTR_DRIVER_NAME));
$db->exec('CREATE TABLE t (kind TEXT, name TEXT, legs INT)');
$insert = $db->prepare('INSERT INTO t VALUES (?, ?, ?)');
foreach ([['bird', 'hen', 2], ['bird', 'duck', 2], ['cow', 'Bella', 4]] as $row) {
    $insert->execute($row);
}
$all = fn (string $sql, ...$mode) => print json_encode($db->query($sql)->fetchAll(...$mode)) . "\n";
$all('SELECT * FROM t', PDO::FETCH_NUM);
$all('SELECT kind, name FROM t', PDO::FETCH_GROUP | PDO::FETCH_COLUMN);
$all('SELECT name, legs FROM t', PDO::FETCH_KEY_PAIR);
$all('SELECT name, kind, legs FROM t', PDO::FETCH_UNIQUE | PDO::FETCH_ASSOC);
$all('SELECT name, legs FROM t', PDO::FETCH_FUNC, fn ($name, $legs) => "$name has $legs");
$all('SELECT name, name FROM t LIMIT 1', PDO::FETCH_NAMED);
$all('SELECT name FROM t LIMIT 1', PDO::FETCH_CLASS, Animal::class, ['late']);
$statement = $db->query('SELECT name, legs FROM t');
$statement->bindColumn('legs', $legs, PDO::PARAM_INT);
$row = $statement->fetch(PDO::FETCH_LAZY);
var_dump($row->name, $row['legs'], isset($row->nothing), $legs);
foreach ($db->query('SELECT count(*) AS n FROM t', PDO::FETCH_OBJ) as $key => $row) {
    var_dump($key, $row->n);
}
$db->beginTransaction();
$db->exec("DELETE FROM t");
var_dump($db->inTransaction(), $db->rollBack(), $db->query('SELECT count(*) FROM t')->fetchColumn());
try {
    $db->query('nonsense');
} catch (PDOException $e) {
    echo $e->getMessage(), ' ', json_encode($e->errorInfo), "\n";
}
$db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
var_dump($db->exec('nonsense'), $db->errorCode(), $db->quote("it's"));
$db->sqliteCreateFunction('twice', fn ($n) => $n * 2);
var_dump($db->query('SELECT twice(21)')->fetchColumn());
?>
--EXPECT--
string(10) "Pdo\Sqlite"
string(6) "sqlite"
[["bird","hen",2],["bird","duck",2],["cow","Bella",4]]
{"bird":["hen","duck"],"cow":["Bella"]}
{"hen":2,"duck":2,"Bella":4}
{"hen":{"kind":"bird","legs":2},"duck":{"kind":"bird","legs":2},"Bella":{"kind":"cow","legs":4}}
["hen has 2","duck has 2","Bella has 4"]
[{"name":["hen","hen"]}]
[{"name":"hen","kind":"late"}]
string(3) "hen"
int(2)
bool(false)
int(2)
int(0)
int(3)
bool(true)
bool(true)
int(3)
SQLSTATE[HY000]: General error: 1 near "nonsense": syntax error ["HY000",1,"near \"nonsense\": syntax error"]
bool(false)
string(5) "HY000"
string(7) "'it''s'"
int(42)
