--TEST--
The built-in server logs the status that was sent, also after a fatal error
--FILE--
<?php
$folder = __DIR__ . '/logged_status_of_fatal_errors';
mkdir($folder);
file_put_contents("$folder/shown.php", '<?php none();');
file_put_contents("$folder/hidden.php", '<?php ini_set("display_errors", 0); none();');
file_put_contents("$folder/chosen.php", '<?php http_response_code(404); none();');
$server = proc_open([getenv('TEST_PHP_EXECUTABLE'), '-n', '-d', 'display_errors=1', '-S', '127.0.0.1:0', '-t', $folder], [2 => ['pipe', 'w']], $pipes);
while (!preg_match('~http://(\S+?)\) started~', $line = fgets($pipes[2]), $found)) {
    if ($line === false) exit('it does not start');
}
$context = stream_context_create(['http' => ['ignore_errors' => true]]);
foreach (['shown', 'hidden', 'chosen'] as $script) {
    file_get_contents("http://$found[1]/$script.php", false, $context);
    echo $http_response_header[0], "\n";
}
proc_terminate($server);
foreach (explode("\n", stream_get_contents($pipes[2])) as $line) {
    if (preg_match('~\] \S+:\d+ (\[.*)$~', $line, $part)) {
        echo str_replace($folder, '', $part[1]), "\n";
    }
}
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/logged_status_of_fatal_errors/*'));
rmdir(__DIR__ . '/logged_status_of_fatal_errors');
?>
--EXPECT--
HTTP/1.1 200 OK
HTTP/1.0 500 Internal Server Error
HTTP/1.1 404 Not Found
[200]: GET /shown.php - Uncaught Error: Call to undefined function none() in /shown.php:1
[500]: GET /hidden.php - Uncaught Error: Call to undefined function none() in /hidden.php:1
[404]: GET /chosen.php - Uncaught Error: Call to undefined function none() in /chosen.php:1
