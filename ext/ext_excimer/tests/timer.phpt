--TEST--
ExcimerTimer: once, again and again, by the processor's time; what its callback throws
--FILE--
<?php
$timer = new ExcimerTimer;
$timer->start();
var_dump($timer->getTime());
$timer->setCallback('no_such_function');
$timer->setCallback(3);
$timer->setEventType(2);
$timer->setInterval(5);
$timer->start();
var_dump(round($timer->getTime()));
$timer->stop();
var_dump($timer->getTime());

$calls = $events = 0;
$timer = new ExcimerTimer;
$timer->setPeriod(0.02);
$timer->setCallback(function ($n) use (&$calls, &$events) {
    $calls++;
    $events += $n;
});
$timer->start();
usleep(210000);
$timer->stop();
$at_stop = $events;
var_dump($calls === 1 || $calls < 12, $events >= 9 && $events <= 12);
usleep(50000);
var_dump($events === $at_stop);

// Time in which the program only waits is none of the processor's.
$events = 0;
$cpu = new ExcimerTimer;
$cpu->setEventType(EXCIMER_CPU);
$cpu->setPeriod(0.02);
$cpu->setCallback(function ($n) use (&$events) { $events += $n; });
$cpu->start();
usleep(200000);
var_dump($events <= 1);
$cpu_time = fn() => array_sum(array_map(fn($k) => getrusage()["ru_{$k}time.tv_sec"] + getrusage()["ru_{$k}time.tv_usec"] / 1e6, ['u', 's']));
$begin = $cpu_time();
while ($cpu_time() < $begin + 0.3) {
}
$cpu->stop();
var_dump($events >= 10 && $events <= 18);

function endless()
{
    while (true) {
        for ($i = 0; $i < 1000; $i++) {
        }
    }
}
$once = excimer_set_timeout(function () { throw new Exception('timeout'); }, 0.05);
try {
    endless();
} catch (Exception $e) {
    echo $e->getMessage(), ' ', $e->getTrace()[1]['function'], "\n";
}
// A timer that is dropped does nothing.
excimer_set_timeout(function () { echo "not this\n"; }, 0.02);
usleep(60000);
?>
--EXPECTF--

Warning: ExcimerTimer::start(): Unable to start timer with a value of zero duration and period in %s on line 3
float(0)

Warning: ExcimerTimer::setCallback(): timer callback is not callable: function "no_such_function" not found or invalid function name in %s on line 5

Warning: ExcimerTimer::setCallback(): timer callback is not callable: no array or string given in %s on line 6

Warning: ExcimerTimer::setEventType(): Invalid event type in %s on line 7
float(5)
float(0)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
timeout endless
