--TEST--
mysqli_fetch_object(): columns with and without properties, of the same name, with numbers as names; lengths of each row
--EXTENSIONS--
mysqli
--SKIPIF--
<?php if (!getenv('MYSQL_TEST_PORT')) die('skip no server'); ?>
--FILE--
<?php
$db = new mysqli(getenv('MYSQL_TEST_HOST'), getenv('MYSQL_TEST_USER'), '', getenv('MYSQL_TEST_DB'), (int) getenv('MYSQL_TEST_PORT'));
class Animal { public $name = 'none'; protected ?string $weight; private $id; function all() { return get_object_vars($this); } }
#[AllowDynamicProperties] class Cow extends Animal {}
class Later { public array $seen; function __construct(public $given) { $this->seen = get_object_vars($this); } }
$sql = "SELECT 1 AS id, 'a' AS name, NULL AS weight, 'x' AS `7`, 'é' AS `né`, 'b' AS name UNION ALL SELECT 22, 'bb', '5', 'yy', '', 'c'";
$result = $db->query($sql);
while ($row = $result->fetch_object()) {
    echo json_encode([$row, $row->{'7'}, $result->lengths], JSON_UNESCAPED_UNICODE), "\n";
}
var_dump($row, $result->lengths);
$result->data_seek(1);
echo json_encode($result->fetch_object('Cow')->all(), JSON_UNESCAPED_UNICODE), "\n";
$result->data_seek(0);
echo json_encode($result->fetch_object('Later', ['g']), JSON_UNESCAPED_UNICODE), "\n";
echo json_encode($result->fetch_row(), JSON_UNESCAPED_UNICODE), "\n";
// Rows longer than what is read at once, and many.
$long = $db->query("SELECT REPEAT('x', 40000) AS a, REPEAT('y', 70000) AS b UNION ALL SELECT 'z', '' UNION ALL SELECT NULL, REPEAT('w', 16380)");
while ($row = $long->fetch_object()) {
    echo strlen($row->a ?? ''), ' ', strlen($row->b), ' ', json_encode($long->lengths), "\n";
}
$many = $db->query('SELECT seq AS n FROM seq_1_to_5000');
for ($sum = 0; $row = $many->fetch_object(); $sum += $row->n);
echo $sum, "\n";
?>
--EXPECTF--
[{"id":"1","name":"b","weight":null,"7":"x","né":"é"},"x",[1,1,0,1,2,1]]
[{"id":"22","name":"c","weight":"5","7":"yy","né":""},"yy",[2,2,1,2,0,1]]
NULL
NULL
{"name":"c","weight":"5","id":null,"7":"yy","né":""}

Deprecated: Creation of dynamic property Later::$id is deprecated in %s on line 15

Deprecated: Creation of dynamic property Later::$name is deprecated in %s on line 15

Deprecated: Creation of dynamic property Later::$weight is deprecated in %s on line 15

Deprecated: Creation of dynamic property Later::$7 is deprecated in %s on line 15

Deprecated: Creation of dynamic property Later::$né is deprecated in %s on line 15
{"seen":{"given":"g","id":"1","name":"b","weight":null,"7":"x","né":"é"},"given":"g","id":"1","name":"b","weight":null,"7":"x","né":"é"}
["22","bb","5","yy","","c"]
40000 70000 [40000,70000]
1 0 [1,0]
0 16380 [0,16380]
12502500
