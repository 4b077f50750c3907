<?php
// A session over several requests, each a process of its own.
[, $ports, $handler, $step] = $argv;
ini_set('session.use_cookies', 0);
ini_set('session.use_strict_mode', $step === 'strict' ? 1 : 0);
ini_set('session.cache_limiter', '');
ini_set('session.save_handler', $handler);
$places = array_map(fn($port) => ($handler === 'memcache' ? 'tcp://' : '') . "127.0.0.1:$port", explode(',', $ports));
ini_set('session.save_path', implode(',', $places));
session_id("session-of-$handler");
var_dump(session_start());
echo json_encode($_SESSION), ' ', $step === 'strict' ? strlen(session_id()) : session_id(), "\n";
$_SESSION['steps'][] = $step;
if ($step === 'last') {
    var_dump(session_destroy());
} else {
    session_write_close();
    var_dump(session_start());
    echo count($_SESSION['steps']), "\n";
}
