<?php
// usage: harness.php FILE: prints the bytes that memory_get_usage() and the system say the value of FILE takes.
function resident(string $field): int
{
    preg_match("/^$field:\s+(\d+) kB/m", file_get_contents('/proc/self/status'), $found);
    return (int) $found[1] * 1024;
}
require $argv[1];
$before = memory_get_usage();
$residentBefore = resident('VmRSS');
$value = $make();
echo memory_get_usage() - $before, ' ', resident('VmHWM') - $residentBefore, ' ', count($value), "\n";
