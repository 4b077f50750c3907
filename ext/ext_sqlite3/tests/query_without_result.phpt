--TEST--
SQLite3::query() prepares a statement only if somebody wants its result
--EXTENSIONS--
sqlite3
--FILE--
<?php
$db = new SQLite3(':memory:');
$db->query('select * from missing');
$result = $db->query('select * from missing');
var_dump($db->query('select * from missing'));
$db->query('create table t (a); insert into t values (1); insert into t values (2)');
var_dump($db->querySingle('select count(*) from t'));
$db->query('create table u (a); create table v (a)') or print "no\n";
var_dump($db->querySingle("select group_concat(name) from sqlite_master"));
$db->enableExceptions(true);
try {
    $db->query('select * from missing');
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
try {
    $result = $db->query('select * from missing');
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
(fn() => $db->query('insert into t values (3)'))();
var_dump($db->querySingle('select count(*) from t'));
?>
--EXPECTF--

Warning: SQLite3::query(): no such table: missing in %s on line 3

Warning: SQLite3::query(): Unable to prepare statement: no such table: missing in %s on line 4

Warning: SQLite3::query(): Unable to prepare statement: no such table: missing in %s on line 5
bool(false)
int(2)
string(3) "t,u"
no such table: missing
Unable to prepare statement: no such table: missing
int(3)
