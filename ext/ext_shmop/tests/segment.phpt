--TEST--
shmop: bytes in shared memory
--FILE--
<?php
$segment = shmop_open(0x4c6f0004, 'n', 0600, 20);
var_dump(shmop_size($segment), shmop_write($segment, 'hello', 18), shmop_read($segment, 17, 3), strlen(shmop_read($segment, 5, 0)));
$reader = shmop_open(0x4c6f0004, 'a', 0, 0);
foreach ([fn() => shmop_write($reader, 'x', 0), fn() => shmop_read($segment, 21, 0), fn() => shmop_read($segment, 10, 11),
    fn() => shmop_open(1, 'z', 0, 0), fn() => shmop_open(1, 'c', 0, 0)] as $wrong) {
    try {
        $wrong();
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
var_dump(shmop_delete($segment), shmop_open(0x4c6f0004, 'w', 0, 0));
?>
--EXPECTF--
int(20)
int(2)
string(3) "%0he"
int(15)
Read-only segment cannot be written
shmop_read(): Argument #2 ($offset) must be between 0 and the segment size
shmop_read(): Argument #3 ($size) is out of range
shmop_open(): Argument #2 ($mode) must be a valid access mode
shmop_open(): Argument #4 ($size) must be greater than 0 for the "c" and "n" access modes

Warning: shmop_open(): Unable to attach or create shared memory segment "No such file or directory" in %s on line %d
bool(true)
bool(false)
