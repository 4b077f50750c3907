--TEST--
mysqli: compressed connections; a procedure's own cursor; why somebody is not let in has no state
--EXTENSIONS--
mysqli
pdo_mysql
--SKIPIF--
<?php if (!getenv('MYSQL_TEST_PORT')) die('skip no server'); ?>
--FILE--
<?php
[$host, $user, $name, $port] = [getenv('MYSQL_TEST_HOST'), getenv('MYSQL_TEST_USER'), getenv('MYSQL_TEST_DB'), (int) getenv('MYSQL_TEST_PORT')];
$db = mysqli_init();
$db->real_connect($host, $user, '', $name, $port, null, MYSQLI_CLIENT_COMPRESS);
echo $db->query("SHOW STATUS LIKE 'Compression'")->fetch_row()[1], "\n";
foreach ([1, 100, 70000, 300000] as $length) {
    $select = $db->prepare('SELECT ?, MD5(?)');
    $select->execute([$text = str_repeat('abcdefg', $length), $text]);
    [$back, $hash] = $select->get_result()->fetch_row();
    var_dump($back === $text && $hash === md5($text));
}
$db->query('DROP PROCEDURE IF EXISTS loxo_cursor');
$db->query("CREATE PROCEDURE loxo_cursor() BEGIN DECLARE c CURSOR FOR SELECT 1; OPEN c; CLOSE c; SELECT 'a' AS x; SELECT 'b' AS x; END");
$call = $db->prepare('CALL loxo_cursor()');
$call->execute();
do {
    if ($result = $call->get_result()) {
        echo json_encode($result->fetch_all(MYSQLI_ASSOC)), "\n";
    }
} while ($call->more_results() && $call->next_result());
$db->query('DROP PROCEDURE loxo_cursor');
$packed = new PDO("mysql:host=$host;port=$port;dbname=$name", $user, '', [PDO::MYSQL_ATTR_COMPRESS => true]);
echo $packed->query("SHOW STATUS LIKE 'Compression'")->fetchColumn(1), "\n";
foreach ([['nobody', 'wrong', $name], [$user, '', 'no_such_database']] as [$who, $password, $where]) {
    try {
        new mysqli($host, $who, $password, $where, $port);
    } catch (mysqli_sql_exception $e) {
        echo $e->getCode(), ' ', $e->getSqlState(), "\n";
    }
    try {
        new PDO("mysql:host=$host;port=$port;dbname=$where", $who, $password);
    } catch (PDOException $e) {
        echo preg_replace('/\].*?(?=\[|$)/s', '] ', $e->getMessage()), $e->getCode(), "\n";
    }
}
?>
--EXPECT--
ON
bool(true)
bool(true)
bool(true)
bool(true)
[{"x":"a"}]
[{"x":"b"}]
ON
1045 HY000
SQLSTATE[HY000] [1045] 1045
1049 HY000
SQLSTATE[HY000] [1049] 1049
