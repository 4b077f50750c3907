<?php
// Says something on each channel as soon as somebody listens.
$redis = new Redis(['host' => '127.0.0.1', 'port' => (int) $argv[1]]);
$wait = function (callable $ready) {
    for ($round = 0; $round < 2000 && !$ready(); $round++) {
        usleep(5000);
    }
};
$wait(fn () => $redis->pubsub('numsub', ['other'])['other'] > 0);
foreach (['news' => 'first', 'other' => 'second', 'unheard' => 'nothing'] as $channel => $text) {
    $redis->publish($channel, $text);
}
$redis->publish('news', 'last');
$wait(fn () => $redis->pubsub('numpat') > 1);
foreach (['news' => 'third', 'other' => 'fourth'] as $channel => $text) {
    $redis->publish($channel, $text);
}
$redis->publish('other', 'last');
$wait(fn () => array_sum($redis->pubsub('shardnumsub', ['shard'])) > 0);
$redis->rawcommand('spublish', 'shard', 'fifth');
