--TEST--
Targets that the built-in server takes: paths, and what names a server first
--FILE--
<?php
$folder = __DIR__ . '/targets_without_a_slash';
mkdir("$folder/sub", recursive: true);
foreach (['index.php', 'sub/x.php'] as $script) {
    file_put_contents("$folder/$script", '<?php echo json_encode([$_SERVER["REQUEST_URI"], $_SERVER["SCRIPT_NAME"], $_SERVER["PATH_INFO"] ?? null, $_GET], JSON_UNESCAPED_SLASHES);');
}
$server = proc_open([getenv('TEST_PHP_EXECUTABLE'), '-n', '-S', '127.0.0.1:0', '-t', $folder], [2 => ['pipe', 'w']], $pipes);
while (!preg_match('~http://(\S+?)\) started~', $line = fgets($pipes[2]), $found)) {
    if ($line === false) exit('it does not start');
}
$targets = ['/sub/x.php?q', 'x.php', 'x', 'sub/x.php', '?a=b', 'a.b/sub/x.php?q', 'a1/sub/x.php', 'a:80/sub/x.php', 'http://h', 'http://h:80/sub/x.php#f?g', 'http://h:x/',
    'http:/h/', 'http//h/', '1/x', '-/x', 'http://h?x', 'http://[::1]/', 'http://u@h/', 'HTTP://H/sub/x.php', '*?x', "/\u{e9}", "/?\u{e9}"];
foreach ($targets as $target) {
    $client = stream_socket_client("tcp://$found[1]");
    fwrite($client, "GET $target HTTP/1.1\r\nHost: h\r\n\r\n");
    $answer = stream_get_contents($client);
    echo $target, ' ', $answer === '' ? 'nothing' : substr($answer, 9, 3) . substr(strstr($answer, "\r\n\r\n"), 3), "\n";
}
proc_terminate($server);
echo preg_match_all('/Invalid request \(Malformed HTTP request\)/', stream_get_contents($pipes[2])), "\n";
?>
--CLEAN--
<?php
$folder = __DIR__ . '/targets_without_a_slash';
array_map('unlink', ["$folder/index.php", "$folder/sub/x.php"]);
array_map('rmdir', ["$folder/sub", $folder]);
?>
--EXPECT--
/sub/x.php?q 200
["/sub/x.php?q","/sub/x.php",null,{"q":""}]
x.php 200
["x.php","/index.php",null,[]]
x nothing
sub/x.php nothing
?a=b nothing
a.b/sub/x.php?q 200
["a.b/sub/x.php?q","/sub/x.php",null,{"q":""}]
a1/sub/x.php 200
["a1/sub/x.php","/sub/x.php",null,[]]
a:80/sub/x.php 200
["a:80/sub/x.php","/sub/x.php",null,[]]
http://h 200
["http://h","/index.php",null,[]]
http://h:80/sub/x.php#f?g 200
["http://h:80/sub/x.php#f?g","/sub/x.php",null,[]]
http://h:x/ nothing
http:/h/ 200
["http:/h/","/index.php",null,[]]
http//h/ nothing
1/x nothing
-/x nothing
http://h?x nothing
http://[::1]/ nothing
http://u@h/ nothing
HTTP://H/sub/x.php 200
["HTTP://H/sub/x.php","/sub/x.php",null,[]]
*?x 200
["*?x","/index.php","/*",{"x":""}]
/é nothing
/?é nothing
12
