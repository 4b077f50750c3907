--TEST--
The built-in server logs the error that ended the script, whatever shutdown functions, destructors and output handlers do after it
--FILE--
<?php
$folder = __DIR__ . '/logged_error_before_the_shutdown';
mkdir($folder);
file_put_contents("$folder/silenced.php", '<?php register_shutdown_function(function () { @file_get_contents("/none"); }); none();');
file_put_contents("$folder/cleared.php", '<?php register_shutdown_function("error_clear_last"); none();');
file_put_contents("$folder/late.php", '<?php register_shutdown_function(function () { none(); });');
file_put_contents("$folder/handler.php", '<?php ob_start(function ($text) { echo $none; return $text; }); none();');
$server = proc_open([getenv('TEST_PHP_EXECUTABLE'), '-n', '-d', 'display_errors=1', '-S', '127.0.0.1:0', '-t', $folder], [2 => ['pipe', 'w']], $pipes);
while (!preg_match('~http://(\S+?)\) started~', $line = fgets($pipes[2]), $found)) {
    if ($line === false) exit('it does not start');
}
$context = stream_context_create(['http' => ['ignore_errors' => true]]);
foreach (['silenced', 'cleared', 'late', 'handler'] as $script) {
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
array_map('unlink', glob(__DIR__ . '/logged_error_before_the_shutdown/*'));
rmdir(__DIR__ . '/logged_error_before_the_shutdown');
?>
--EXPECT--
HTTP/1.1 200 OK
HTTP/1.1 200 OK
HTTP/1.1 200 OK
HTTP/1.1 200 OK
[200]: GET /silenced.php - Uncaught Error: Call to undefined function none() in /silenced.php:1
[200]: GET /cleared.php - Uncaught Error: Call to undefined function none() in /cleared.php:1
[200]: GET /late.php
[200]: GET /handler.php - Uncaught Error: Call to undefined function none() in /handler.php:1
