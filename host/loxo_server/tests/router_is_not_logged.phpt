--TEST--
The built-in server logs the requests that its router declines, not those that it answers
--FILE--
<?php
$folder = __DIR__ . '/router_is_not_logged';
mkdir($folder);
file_put_contents("$folder/router.php", '<?php
$path = $_SERVER["REQUEST_URI"];
if ($path === "/script.php" || $path === "/file.txt" || $path === "/fatal.php") return false;
if ($path === "/throw") throw new Exception("thrown");
if ($path === "/flush") { echo "part"; flush(); }
if ($path === "/exit") { http_response_code(404); exit("gone"); }
if ($path === "/log") error_log("said");
return $path !== "/true" ? null : true;');
file_put_contents("$folder/script.php", '<?php echo "script";');
file_put_contents("$folder/fatal.php", '<?php none();');
file_put_contents("$folder/file.txt", 'file');
$server = proc_open([getenv('TEST_PHP_EXECUTABLE'), '-n', '-d', 'display_errors=0', '-S', '127.0.0.1:0', '-t', $folder, "$folder/router.php"], [2 => ['pipe', 'w']], $pipes);
while (!preg_match('~http://(\S+?)\) started~', $line = fgets($pipes[2]), $found)) {
    if ($line === false) exit('it does not start');
}
$context = stream_context_create(['http' => ['ignore_errors' => true]]);
foreach (['/', '/script.php', '/throw', '/file.txt', '/flush', '/exit', '/log', '/true', '/fatal.php'] as $path) {
    file_get_contents("http://$found[1]$path", false, $context);
}
file_get_contents("http://$found[1]/script.php");
proc_terminate($server);
foreach (explode("\n", stream_get_contents($pipes[2])) as $line) {
    if (preg_match('~\] (?:\S+:\d+ (\[.*)|(said))$~', $line, $part)) {
        echo str_replace($folder, '', $part[1] . ($part[2] ?? '')), "\n";
    }
}
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/router_is_not_logged/*'));
rmdir(__DIR__ . '/router_is_not_logged');
?>
--EXPECT--
[200]: GET /script.php
[200]: GET /file.txt
said
[500]: GET /fatal.php - Uncaught Error: Call to undefined function none() in /fatal.php:1
[200]: GET /script.php
