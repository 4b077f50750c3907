--TEST--
PDO with MySQL: statements that are emulated and that the server prepares
--EXTENSIONS--
pdo_mysql
--SKIPIF--
<?php if (!getenv('PDO_MYSQL_TEST_DSN')) die('skip no server'); ?>
--FILE--
<?php
foreach ([true, false] as $emulate) {
    $db = new PDO(getenv('PDO_MYSQL_TEST_DSN') . ';charset=utf8mb4', 'root', '', [PDO::ATTR_EMULATE_PREPARES => $emulate]);
    $db->exec('CREATE TEMPORARY TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20), weight DOUBLE)');
    $insert = $db->prepare('INSERT INTO t (name, weight) VALUES (:name, :weight) -- ?');
    var_dump($insert->execute(['name' => "o'hen", 'weight' => 1.5]), $insert->rowCount(), $db->lastInsertId());
    $select = $db->prepare('SELECT id, name, weight FROM t WHERE name = ? OR name = ?');
    $select->bindValue(1, "o'hen");
    $select->bindValue(2, null, PDO::PARAM_NULL);
    $select->execute();
    var_dump($select->columnCount(), $select->fetchAll(PDO::FETCH_NUM), $select->getColumnMeta(2)['native_type']);
    $db->beginTransaction();
    $db->exec('DELETE FROM t');
    var_dump($db->inTransaction(), $db->rollBack(), $db->inTransaction(), $db->query('SELECT count(*) FROM t')->fetchColumn());
    try {
        $db->query('SELECT nothing');
    } catch (PDOException $e) {
        echo $e->getCode(), ' ', $e->errorInfo[1], "\n";
    }
}
$statement = $db->query('SELECT 1; SELECT 2');
var_dump($statement->fetchColumn(), $statement->nextRowset(), $statement->fetchColumn(), $statement->nextRowset());
?>
--EXPECTF--
bool(true)
int(1)
string(1) "1"
int(3)
array(1) {
  [0]=>
  array(3) {
    [0]=>
    int(1)
    [1]=>
    string(5) "o'hen"
    [2]=>
    float(1.5)
  }
}
string(6) "DOUBLE"
bool(true)
bool(true)
bool(false)
int(1)
42S22 1054
bool(true)
int(1)
string(1) "1"
int(3)
array(1) {
  [0]=>
  array(3) {
    [0]=>
    int(1)
    [1]=>
    string(5) "o'hen"
    [2]=>
    float(1.5)
  }
}
string(6) "DOUBLE"
bool(true)
bool(true)
bool(false)
int(1)
42S22 1054
%a
