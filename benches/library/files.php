<?php
// Files, paths, streams.

require __DIR__ . '/data.php';
$file = tempnam(sys_get_temp_dir(), 'bench');
file_put_contents($file, $page);
register_shutdown_function(static function () use ($file) { @unlink($file); });
$csv = "1,two,\"three, or so\",4.5\n";

return [
    'file_get_contents' => static function (int $n) use ($file) { while ($n--) { $r = file_get_contents($file); } return $r; },
    'file_put_contents' => static function (int $n) use ($file, $page) { while ($n--) { $r = file_put_contents("$file.new", $page); } unlink("$file.new"); return $r; },
    'file' => static function (int $n) use ($file) { while ($n--) { $r = file($file, FILE_IGNORE_NEW_LINES); } return $r; },
    'fgets' => static function (int $n) use ($file) { while ($n--) { $f = fopen($file, 'r'); $r = 0; while (($l = fgets($f)) !== false) { $r += strlen($l); } fclose($f); } return $r; },
    'fread' => static function (int $n) use ($file) { while ($n--) { $f = fopen($file, 'r'); $r = ''; while (!feof($f)) { $r .= fread($f, 1000); } fclose($f); } return strlen($r); },
    'fgetc' => static function (int $n) use ($file) { while ($n--) { $f = fopen($file, 'r'); $r = 0; for ($i = 0; $i < 1000; $i++) { $r += ord(fgetc($f)); } fclose($f); } return $r; },
    'fwrite to memory' => static function (int $n) use ($line) { $f = fopen('php://memory', 'w+'); while ($n--) { fwrite($f, $line); } return ftell($f); },
    'fgetcsv' => static function (int $n) use ($csv) { $f = fopen('php://memory', 'w+'); fwrite($f, str_repeat($csv, 100)); while ($n--) { rewind($f); $r = 0; while ($row = fgetcsv($f, escape: '')) { $r += count($row); } } return $r; },
    'fputcsv' => static function (int $n) use ($csv) { $f = fopen('php://memory', 'w+'); $row = [1, 'two words', 'say "hi"', 4.5]; while ($n--) { rewind($f); fputcsv($f, $row, escape: ''); } rewind($f); return fgets($f); },
    'stream_get_contents' => static function (int $n) use ($page) { $f = fopen('php://memory', 'w+'); fwrite($f, $page); while ($n--) { rewind($f); $r = stream_get_contents($f); } return $r; },
    'file_exists, is_file' => static function (int $n) use ($file) { $r = 0; while ($n--) { $r += file_exists($file) + is_file($file) + is_dir($file); } return $r; },
    'file_exists of nothing' => static function (int $n) { $r = 0; while ($n--) { $r += file_exists('/tmp/there/is/none') ? 1 : 0; } return $r; },
    'filemtime, filesize' => static function (int $n) use ($file) { while ($n--) { $r = filesize($file) + (filemtime($file) > 0 ? 1 : 0); } return $r; },
    'realpath' => static function (int $n) { while ($n--) { $r = realpath(__DIR__ . '/../library/data.php'); } return basename($r); },
    'scandir' => static function (int $n) { while ($n--) { $r = scandir(__DIR__); } return $r; },
    'glob' => static function (int $n) { while ($n--) { $r = glob(__DIR__ . '/*.php'); } return count($r); },
    'ini_get' => static function (int $n) { while ($n--) { $r = ini_get('precision'); } return $r; },
    'getenv' => static function (int $n) { while ($n--) { $r = getenv('PATH') !== false; } return $r; },
    'parse_ini_string' => static function (int $n) { $s = given("[a]\nx = 1\ny[] = \"two\"\nz = on\n"); while ($n--) { $r = parse_ini_string($s, true); } return $r; },
];
