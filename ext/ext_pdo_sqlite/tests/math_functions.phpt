--TEST--
SQLite has its mathematical functions, and LIKE leaves blobs alone
--EXTENSIONS--
pdo_sqlite
--FILE--
<?php
$db = new PDO('sqlite::memory:');
echo json_encode($db->query("select sqrt(4), round(pi(), 4), log(10), mod(5, 3), ceil(1.2), pow(2, 3)")->fetch(PDO::FETCH_NUM)), "\n";
var_dump($db->query("select x'616263' like 'abc'")->fetchColumn());
var_dump($db->query('pragma foreign_keys')->fetchColumn());
?>
--EXPECT--
[2,3.1416,1,2,2,8]
int(0)
int(0)
