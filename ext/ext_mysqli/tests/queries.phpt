--TEST--
mysqli: queries, prepared statements, several results, errors
--EXTENSIONS--
mysqli
--SKIPIF--
<?php if (!getenv('MYSQL_TEST_PORT')) die('skip no server'); ?>
--FILE--
<?php
$db = new mysqli(getenv('MYSQL_TEST_HOST'), getenv('MYSQL_TEST_USER'), '', getenv('MYSQL_TEST_DB'), (int) getenv('MYSQL_TEST_PORT'));
$db->set_charset('utf8mb4');
$db->query('CREATE TEMPORARY TABLE animals (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20), weight DOUBLE, born DATETIME)');
$insert = $db->prepare('INSERT INTO animals (name, weight, born) VALUES (?, ?, ?)');
$insert->bind_param('sds', $name, $weight, $born);
foreach ([['cow', 500.5, '2020-01-02 03:04:05'], ['hén', 2, null]] as [$name, $weight, $born]) {
    $insert->execute();
}
var_dump($insert->affected_rows, $insert->insert_id);
$result = $db->query('SELECT * FROM animals');
var_dump($result->num_rows, $result->fetch_assoc(), $result->fetch_field()->name, $result->lengths);
$select = $db->prepare('SELECT id, name, weight FROM animals WHERE id > ? ORDER BY id');
$select->execute([0]);
$select->bind_result($id, $name, $weight);
while ($select->fetch()) {
    echo json_encode([$id, $name, $weight], JSON_UNESCAPED_UNICODE), "\n";
}
echo json_encode($db->execute_query('SELECT id + ? AS n FROM animals', [1])->fetch_all(MYSQLI_ASSOC)), "\n";
$db->multi_query('SELECT 1; SELECT 2, 3');
do {
    echo json_encode($db->store_result()->fetch_row()), "\n";
} while ($db->next_result());
foreach ($db->query('SELECT name FROM animals', MYSQLI_USE_RESULT) as $row) {
    echo $row['name'], "\n";
}
try {
    $db->query('SELECT nothing');
} catch (mysqli_sql_exception $e) {
    echo $e->getCode(), ' ', $e->getSqlState(), ' ', $db->errno, "\n";
}
mysqli_report(MYSQLI_REPORT_OFF);
var_dump($db->query('nonsense'), $db->errno, $db->real_escape_string("it's \"\\\n"));
$db->begin_transaction();
$db->query('DELETE FROM animals');
$db->rollback();
var_dump($db->query('SELECT count(*) FROM animals')->fetch_column());
$db->close();
try {
    $db->query('SELECT 1');
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
int(1)
int(2)
int(2)
array(4) {
  ["id"]=>
  string(1) "1"
  ["name"]=>
  string(3) "cow"
  ["weight"]=>
  string(5) "500.5"
  ["born"]=>
  string(19) "2020-01-02 03:04:05"
}
string(2) "id"
array(4) {
  [0]=>
  int(1)
  [1]=>
  int(3)
  [2]=>
  int(5)
  [3]=>
  int(19)
}
[1,"cow",500.5]
[2,"hén",2]
[{"n":2},{"n":3}]
["1"]
["2","3"]
cow
hén
1054 42S22 1054
bool(false)
int(1064)
string(12) "it\'s \"\\\n"
string(1) "2"
mysqli object is already closed
