--TEST--
The built-in server takes an empty query for none
--FILE--
<?php
$folder = __DIR__ . '/empty_query';
mkdir($folder);
file_put_contents("$folder/show.php", '<?php var_dump($_SERVER["QUERY_STRING"] ?? null, $_SERVER["REQUEST_URI"]);');
$server = proc_open([PHP_BINARY, '-S', '127.0.0.1:0', '-t', $folder], [2 => ['pipe', 'w']], $pipes);
while (!preg_match('~http://(\S+?)\) started~', $line = fgets($pipes[2]), $found)) {
    if ($line === false) exit('it does not start');
}
foreach (['show.php', 'show.php?', 'show.php?a', 'show.php/x?'] as $path) {
    echo file_get_contents("http://$found[1]/$path");
}
proc_terminate($server);
?>
--CLEAN--
<?php
unlink(__DIR__ . '/empty_query/show.php');
rmdir(__DIR__ . '/empty_query');
?>
--EXPECT--
NULL
string(9) "/show.php"
NULL
string(10) "/show.php?"
string(1) "a"
string(11) "/show.php?a"
NULL
string(12) "/show.php/x?"
