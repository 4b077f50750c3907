--TEST--
pcntl_setns() with processes and namespaces that are none; Pcntl\QosClass; what reflection says of parameters by reference
--EXTENSIONS--
pcntl
--FILE--
<?php
foreach ([[-1], [0], [999999999], [null, 0], [null, 12345], [getmypid(), -1]] as $arguments) {
    try {
        var_dump(pcntl_setns(...$arguments));
    } catch (ValueError $e) {
        echo $e->getMessage(), "\n";
    }
}
foreach (Pcntl\QosClass::cases() as $case) {
    echo $case->name, "\n";
}
foreach (["pcntl_wait", "pcntl_waitpid", "pcntl_waitid", "pcntl_sigwaitinfo", "pcntl_sigtimedwait"] as $function) {
    foreach ((new ReflectionFunction($function))->getParameters() as $parameter) {
        if ($parameter->isPassedByReference() && $parameter->isOptional()) {
            echo $parameter, "\n";
        }
    }
}
$child = pcntl_fork();
if ($child == 0) {
    exit(3);
}
var_dump(pcntl_waitid(id: $child, idtype: P_PID, flags: WEXITED | WNOWAIT));
pcntl_waitpid($child, $status, 0, $usage);
var_dump(pcntl_wexitstatus($status), is_array($usage));
?>
--EXPECT--
pcntl_setns(): Argument #1 ($process_id) is not a valid process (-1)
pcntl_setns(): Argument #1 ($process_id) is not a valid process (0)
pcntl_setns(): Argument #1 ($process_id) is not a valid process (999999999)
pcntl_setns(): Argument #2 ($nstype) is an invalid nstype (0)
pcntl_setns(): Argument #2 ($nstype) is an invalid nstype (12345)
pcntl_setns(): Argument #2 ($nstype) is an invalid nstype (-1)
UserInteractive
UserInitiated
Default
Utility
Background
Parameter #2 [ <optional> &$resource_usage = [] ]
Parameter #3 [ <optional> &$resource_usage = [] ]
Parameter #2 [ <optional> &$info = [] ]
Parameter #1 [ <optional> &$info = [] ]
Parameter #1 [ <optional> &$info = [] ]
bool(true)
int(3)
bool(true)
