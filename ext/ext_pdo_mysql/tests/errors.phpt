--TEST--
PDO with MySQL: what errorInfo() keeps of the driver, cursors that cannot be closed, groups of default modes
--EXTENSIONS--
pdo_mysql
--SKIPIF--
<?php if (!getenv('PDO_MYSQL_TEST_DSN')) die('skip no server'); ?>
--FILE--
<?php
$db = new PDO(getenv('PDO_MYSQL_TEST_DSN'), 'root', '', [PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT]);
$db->exec('nonsense');
echo $db->errorInfo()[1], "\n";
@$db->setAttribute(PDO::ATTR_TIMEOUT, 5);
@$db->getAttribute(PDO::ATTR_PREFETCH);
echo implode(' ', array_slice($db->errorInfo(), 0, 2)), "\n";
$two = $db->query('SELECT 1; SELECT nothing');
var_dump($two->closeCursor(), $two->errorCode());
$rows = $db->prepare("SELECT 'x' AS a, 1 AS b UNION SELECT 'x', 2");
$rows->setFetchMode(PDO::FETCH_NUM | PDO::FETCH_GROUP);
$rows->execute();
echo json_encode($rows->fetchAll()), "\n";
$rows->execute();
echo json_encode($rows->fetchAll(PDO::FETCH_NUM | PDO::FETCH_GROUP)), "\n";
$rows->execute();
echo json_encode($rows->fetch(PDO::FETCH_GROUP)), "\n";
$db->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
$text = fopen('php://memory', 'w+');
fwrite($text, 'lob');
rewind($text);
$insert = $db->prepare('SELECT ?');
$insert->bindParam(1, $text, PDO::PARAM_LOB);
$insert->execute();
var_dump($text);
$again = new PDO(getenv('PDO_MYSQL_TEST_DSN') . ';dbname=information_schema' . "\0" . ';host=nonsense', 'root', '');
echo $again->query('SELECT DATABASE()')->fetchColumn(), "\n";
?>
--EXPECT--
1064
IM001 1064
bool(false)
string(5) "42S22"
[["x",1],["x",2]]
{"x":[[1],[2]]}
{"a":"x","0":"x","b":1,"1":1}
string(3) "lob"
information_schema
