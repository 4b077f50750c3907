--TEST--
Transfers side by side
--FILE--
<?php
$multi = curl_multi_init();
$handles = [];
foreach (['one', 'two', 'three'] as $name) {
    $path = __DIR__ . "/own_multi_$name.txt";
    file_put_contents($path, "content of $name");
    $handle = curl_init("file://$path");
    curl_setopt_array($handle, [CURLOPT_RETURNTRANSFER => true, CURLOPT_PRIVATE => $name]);
    var_dump(curl_multi_add_handle($multi, $handle));
    $handles[] = $handle;
}
var_dump(curl_multi_add_handle($multi, $handles[0]) === CURLM_ADDED_ALREADY, curl_multi_errno($multi) === CURLM_ADDED_ALREADY);
do {
    $status = curl_multi_exec($multi, $running);
    if ($running) {
        curl_multi_select($multi, 0.1);
    }
} while ($running && $status === CURLM_OK);
$results = [];
while ($done = curl_multi_info_read($multi, $left)) {
    $results[curl_getinfo($done['handle'], CURLINFO_PRIVATE)] = [$done['result'], curl_multi_getcontent($done['handle'])];
    var_dump($left);
}
ksort($results);
echo json_encode($results), "\n";
var_dump(curl_multi_remove_handle($multi, $handles[0]));
curl_multi_close($multi);
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/own_multi_*.txt'));
?>
--EXPECT--
int(0)
int(0)
int(0)
bool(true)
bool(true)
int(2)
int(1)
int(0)
{"one":[0,"content of one"],"three":[0,"content of three"],"two":[0,"content of two"]}
int(0)
