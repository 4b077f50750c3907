--TEST--
A program's own handler: what it is asked, unchanged data, and a handler that throws at the end
--INI--
session.use_cookies=0
session.cache_limiter=
session.use_strict_mode=1
session.gc_probability=0
--FILE--
<?php
class Memory implements SessionHandlerInterface, SessionUpdateTimestampHandlerInterface
{
    public array $kept = ['abc' => 'n|i:1;'];
    public function open(string $path, string $name): bool { echo "open $name\n"; return true; }
    public function close(): bool { echo "close\n"; return true; }
    public function read(string $id): string|false { echo "read $id\n"; return $this->kept[$id] ?? ''; }
    public function write(string $id, string $data): bool { echo "write $id $data\n"; throw new Exception('full'); }
    public function destroy(string $id): bool { echo "destroy\n"; return true; }
    public function gc(int $max): int|false { return 0; }
    public function validateId(string $id): bool { echo "validate $id\n"; return isset($this->kept[$id]); }
    public function updateTimestamp(string $id, string $data): bool { echo "touch $id $data\n"; return true; }
}
session_set_save_handler(new Memory);
session_id('abc');
session_start();
session_write_close();
session_start();
$_SESSION['n']++;
try {
    session_write_close();
} catch (Exception $e) {
    echo get_class($e), ' ', $e->getMessage(), "\n";
}
?>
--EXPECTF--
open PHPSESSID
validate abc
read abc
touch abc n|i:1;
close
open PHPSESSID
validate abc
read abc
write abc n|i:2;
Exception full
