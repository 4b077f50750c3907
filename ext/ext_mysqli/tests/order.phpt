--TEST--
mysqli: calls out of order, and whose error it is
--EXTENSIONS--
mysqli
--SKIPIF--
<?php if (!getenv('MYSQL_TEST_PORT')) die('skip no server'); ?>
--FILE--
<?php
mysqli_report(MYSQLI_REPORT_OFF);
$db = new mysqli(getenv('MYSQL_TEST_HOST'), getenv('MYSQL_TEST_USER'), '', getenv('MYSQL_TEST_DB'), (int) getenv('MYSQL_TEST_PORT'));
$rows = $db->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
var_dump($db->query('SELECT 3'), $db->errno, $db->next_result(), $db->errno, $db->store_result(), $db->affected_rows);
var_dump(count($rows->fetch_all()), $db->affected_rows);
$select = $db->prepare('SELECT 1 AS one, ? AS two');
var_dump($select->fetch(), $select->errno, $db->errno, $select->execute(), $select->errno, $db->errno, $select->affected_rows);
$select->bind_result($one, $two);
$select->execute(['a']);
$select->store_result();
$select->fetch();
echo $one, $two, "\n";
$select->free_result();
$select->execute(['b']);
$select->fetch();
// No longer bound.
echo $one, $two, "\n";
var_dump($select->reset(), $select->num_rows, $select->fetch());
var_dump($select->prepare('nonsense'), $select->field_count, $select->param_count, $select->execute(), $select->errno, $select->affected_rows);
var_dump(@$db->reap_async_query(), error_get_last()['message']);
foreach (['gbk' => "\xbf'", 'sjis' => "\x95'", 'big5' => "\xa1'", 'ujis' => "\x8f\xa1'", 'utf8mb4' => "\xbf'"] as $set => $text) {
    $db->set_charset($set);
    echo $set, ' ', bin2hex($db->real_escape_string($text)), "\n";
}
?>
--EXPECT--
bool(false)
int(2014)
bool(false)
int(0)
bool(false)
int(-1)
int(2)
int(0)
bool(false)
int(2014)
int(0)
bool(false)
int(2031)
int(0)
int(-1)
1a
1a
bool(true)
int(1)
NULL
bool(false)
int(0)
int(0)
bool(false)
int(2014)
int(-1)
bool(false)
string(75) "mysqli::reap_async_query(): Connection not opened, clear or has been closed"
gbk 5cbf5c27
sjis 5c955c27
big5 5ca15c27
ujis 5c8f5ca15c27
utf8mb4 bf5c27
