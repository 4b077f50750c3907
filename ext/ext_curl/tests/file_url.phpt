--TEST--
Transfers of a file: where content goes, callbacks, what is known afterwards
--FILE--
<?php
$path = __DIR__ . '/own_file_url.txt';
file_put_contents($path, "first\nsecond\n");
$curl = curl_init("file://$path");
var_dump(curl_exec($curl));
curl_setopt($curl, CURLOPT_RETURNTRANSFER, true);
var_dump(curl_exec($curl), curl_errno($curl), curl_error($curl));
var_dump(curl_getinfo($curl, CURLINFO_SIZE_DOWNLOAD_T), curl_getinfo($curl, CURLINFO_SCHEME));

$parts = [];
curl_setopt($curl, CURLOPT_WRITEFUNCTION, function ($handle, $data) use (&$parts, $curl) {
    $parts[] = [$handle === $curl, $data];
    return strlen($data);
});
var_dump(curl_exec($curl), $parts);

// A callback that takes too little, and one that throws.
curl_setopt($curl, CURLOPT_WRITEFUNCTION, fn() => 1);
var_dump(curl_exec($curl), curl_errno($curl));
curl_setopt($curl, CURLOPT_WRITEFUNCTION, fn() => throw new RuntimeException('thrown'));
try {
    curl_exec($curl);
} catch (RuntimeException $e) {
    echo $e->getMessage(), "\n";
}

// Into a stream; a copy goes there too.
$stream = fopen('php://memory', 'w+');
curl_setopt($curl, CURLOPT_FILE, $stream);
$copy = curl_copy_handle($curl);
var_dump(curl_exec($curl), curl_exec($copy));
rewind($stream);
var_dump(stream_get_contents($stream));

// In a callback another transfer may run, the same may not.
curl_setopt($curl, CURLOPT_WRITEFUNCTION, function ($handle, $data) use ($path) {
    $inner = curl_init("file://$path");
    curl_setopt($inner, CURLOPT_RETURNTRANSFER, true);
    var_dump(strlen(curl_exec($inner)), curl_exec($handle));
    return strlen($data);
});
var_dump(curl_exec($curl));
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/own_file_url.txt');
?>
--EXPECT--
first
second
bool(true)
string(13) "first
second
"
int(0)
string(0) ""
int(13)
string(4) "file"
bool(true)
array(1) {
  [0]=>
  array(2) {
    [0]=>
    bool(true)
    [1]=>
    string(13) "first
second
"
  }
}
bool(false)
int(23)
thrown
bool(true)
bool(true)
string(26) "first
second
first
second
"
int(13)
bool(false)
bool(true)
