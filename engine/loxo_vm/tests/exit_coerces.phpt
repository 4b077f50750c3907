--TEST--
exit() coerces its argument as the function that it is, and reports what does not fit
--FILE--
<?php
function caught(callable $run) {
    try {
        $run();
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n", $e->getTrace()[0]['function'], "\n";
    }
}
caught(fn () => exit([]));
caught(fn () => exit(new stdClass));
caught(function () { eval('declare(strict_types=1); exit(1.0);'); });
set_error_handler(function ($level, $message) {
    throw new Exception($message);
});
caught(fn () => exit(null));
caught(fn () => exit(status: $undefined));
restore_error_handler();
register_shutdown_function(function () {
    echo "shutdown\n";
});
$nothing = null;
try {
    exit($nothing);
} finally {
    echo "not reached\n";
}
?>
--EXPECTF--
TypeError: exit(): Argument #1 ($status) must be of type string|int, array given
exit
TypeError: exit(): Argument #1 ($status) must be of type string|int, stdClass given
exit
TypeError: exit(): Argument #1 ($status) must be of type string|int, float given
exit
Exception: exit(): Passing null to parameter #1 ($status) of type string|int is deprecated
{closure:%s:12}
Exception: Undefined variable $undefined
{closure:%s:12}

Deprecated: exit(): Passing null to parameter #1 ($status) of type string|int is deprecated in %s on line 23
shutdown
