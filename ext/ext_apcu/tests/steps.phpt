--TEST--
Counting, comparing, making on demand, and times to live
--INI--
apc.enable_cli=1
apc.use_request_time=0
--FILE--
<?php
var_dump(apcu_inc('n'), apcu_inc('n', 5, $ok), $ok, apcu_dec('n', 2), apcu_cas('n', 4, 40), apcu_cas('n', 4, 41), apcu_fetch('n'));
apcu_store('text', '12');
var_dump(apcu_inc('text', 1, $ok), $ok, apcu_cas('text', 12, 13), apcu_cas('none', 1, 2));
var_dump(apcu_entry('made', fn (string $key) => strlen($key)), apcu_entry('made', fn () => 0));
try {
    apcu_entry('broken', function () { throw new LogicException('not made'); });
} catch (LogicException $error) {
    var_dump($error->getMessage(), apcu_exists('broken'));
}
apcu_store('brief', 1, 1);
var_dump(apcu_key_info('brief')['ttl'], apcu_key_info('absent'));
sleep(2);
var_dump(apcu_exists('brief'), apcu_fetch('brief'), apcu_add('brief', 'again'));
--EXPECTF--
int(1)
int(6)
bool(true)
int(4)
bool(true)
bool(false)
int(40)
bool(false)
bool(false)
bool(false)
bool(false)
int(4)
int(4)
string(8) "not made"
bool(false)
int(1)
NULL
bool(false)
bool(false)
bool(true)
