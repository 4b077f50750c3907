--TEST--
sysvmsg: messages through a queue
--FILE--
<?php
$queue = msg_get_queue(0x4c6f0001, 0600);
var_dump(msg_send($queue, 3, ['a' => 1]), msg_send($queue, 4, 'plain', false), msg_stat_queue($queue)['msg_qnum']);
var_dump(msg_receive($queue, 4, $type, 100, $text, false), $type, $text);
var_dump(msg_receive($queue, 0, $type, 100, $value), $type, $value);
var_dump(msg_receive($queue, 0, $type, 100, $value, true, MSG_IPC_NOWAIT, $error), $error === MSG_ENOMSG, $value);
var_dump(msg_set_queue($queue, ['msg_perm.mode' => 0640]), msg_stat_queue($queue)['msg_perm.mode'] === 0640);
var_dump(msg_remove_queue($queue), msg_queue_exists(0x4c6f0001));
try {
    new SysvMessageQueue;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
bool(true)
bool(true)
int(2)
bool(true)
int(4)
string(5) "plain"
bool(true)
int(3)
array(1) {
  ["a"]=>
  int(1)
}
bool(false)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
Cannot directly construct SysvMessageQueue, use msg_get_queue() instead
