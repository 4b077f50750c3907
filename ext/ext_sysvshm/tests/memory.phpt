--TEST--
sysvshm: variables in shared memory
--FILE--
<?php
$memory = shm_attach(0x4c6f0003, 300, 0600);
var_dump(shm_put_var($memory, 1, [1, 'two']), shm_put_var($memory, 2, 'x'), shm_put_var($memory, 1, 'replaced'));
var_dump(shm_get_var($memory, 1), shm_has_var($memory, 2), shm_remove_var($memory, 2), shm_has_var($memory, 2));
var_dump(shm_put_var($memory, 3, str_repeat('y', 300)), shm_get_var($memory, 3));
var_dump(shm_remove($memory), shm_detach($memory));
try {
    shm_get_var($memory, 1);
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECTF--
bool(true)
bool(true)
bool(true)
string(8) "replaced"
bool(true)
bool(true)
bool(false)

Warning: shm_put_var(): Not enough shared memory left in %s on line %d

Warning: shm_get_var(): Variable key 3 doesn't exist in %s on line %d
bool(false)
bool(false)
bool(true)
bool(true)
Shared memory block has already been destroyed
