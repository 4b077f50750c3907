--TEST--
sysvsem: a semaphore for two
--FILE--
<?php
$first = sem_get(0x4c6f0002, 2, 0600);
$second = sem_get(0x4c6f0002, 5, 0600);
var_dump(sem_acquire($first), sem_acquire($second), sem_acquire($second, true));
var_dump(sem_release($first), sem_acquire($second, true), sem_release($first));
unset($second);
var_dump(sem_acquire($first, true), sem_remove($first), sem_remove($first));
?>
--EXPECTF--
bool(true)
bool(true)
bool(false)

Warning: sem_release(): SysV semaphore for key 0x4c6f0002 is not currently acquired in %s on line %d
bool(true)
bool(true)
bool(false)

Warning: sem_remove(): SysV semaphore for key 0x4c6f0002 does not (any longer) exist in %s on line %d
bool(true)
bool(true)
bool(false)
