--TEST--
ExcimerProfiler and ExcimerLog: stacks, by function, for viewers
--FILE--
<?php
$p = new ExcimerProfiler;
$p->setPeriod(0.01);
function a() { b(); }
function b() { usleep(300000); }
class K { static function run() { a(); (fn() => usleep(100000))(); } }
$p->start();
K::run();
$p->stop();
$log = $p->getLog();
echo preg_replace(['~(^|[;:])/\S*/~m', '/ \d+$/m'], ['\1', ' N'], $log->formatCollapsed());
$rows = $log->aggregateByFunction();
foreach ($rows as $name => $row) {
    echo preg_replace('~(^|:)/\S*/~', '\1', $name), ' ', join(' ', array_keys($row)), "\n";
}
$own = fn($name) => $rows[$name]['self'];
var_dump($own('b') >= 25 && $own('b') <= 40, $own('a'), $rows['a']['inclusive'] === $rows['b']['inclusive']);
var_dump($log->getEventCount() === $own('b') + $own('{closure:' . __FILE__ . '(6)}'));
var_dump($log[0] instanceof ExcimerLogEntry, isset($log[0]), isset($log[-1]), isset($log[100000]), $log[100000]);
foreach ($log as $number => $entry) {
    foreach ($log as $inner => $other) {
        break;
    }
    var_dump($number, $inner, array_map(fn($frame) => ['file' => basename($frame['file'])] + $frame, $entry->getTrace()));
    var_dump($entry->getTimestamp() > 0.2, $entry->getEventCount() >= 25);
    break;
}
$data = $log->getSpeedscopeData();
echo join(' ', array_keys($data)), "\n", join(' ', array_keys($data['profiles'][0])), "\n";
var_dump(count($data['shared']['frames']), $data['shared']['frames'][3]['name'], $data['profiles'][0]['samples'][0]);
var_dump($data['profiles'][0]['weights'][0] === $log[0]->getEventCount() * 10000000);
$log[1] = 2;
unset($log[1]);
$p->setEventType(7);
// The log that a callback gets is whole, and a new one takes its place.
$p->flush();
$p->setFlushCallback(function ($log) { echo count($log), ' ', $log->getEventCount() > 0 ? 'events' : 'none', "\n"; }, 2);
$p->start();
usleep(40000);
usleep(40000);
usleep(40000);
$p->stop();
var_dump(count($p->getLog()) < 2);
$p->clearFlushCallback();
$p = null;
try {
    new ExcimerLog;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
try {
    (new ExcimerProfiler)->setPeriod("x");
} catch (TypeError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECTF--
profiler.php;K::run;a;b N
profiler.php(6)} N
K::run file line class function self inclusive
profiler.php file line self inclusive
b file line function self inclusive
a file line function self inclusive
{closure:profiler.php(6)} file line class function closure_line self inclusive
bool(true)
int(0)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
NULL
int(0)
int(0)
array(4) {
  [0]=>
  array(3) {
    ["file"]=>
    string(12) "profiler.php"
    ["line"]=>
    int(5)
    ["function"]=>
    string(1) "b"
  }
  [1]=>
  array(3) {
    ["file"]=>
    string(12) "profiler.php"
    ["line"]=>
    int(4)
    ["function"]=>
    string(1) "a"
  }
  [2]=>
  array(4) {
    ["file"]=>
    string(12) "profiler.php"
    ["line"]=>
    int(6)
    ["class"]=>
    string(1) "K"
    ["function"]=>
    string(3) "run"
  }
  [3]=>
  array(2) {
    ["file"]=>
    string(12) "profiler.php"
    ["line"]=>
    int(8)
  }
}
bool(true)
bool(true)
$schema exporter shared profiles
type name unit startValue endValue samples weights
int(5)
string(1) "b"
array(4) {
  [0]=>
  int(0)
  [1]=>
  int(1)
  [2]=>
  int(2)
  [3]=>
  int(3)
}
bool(true)

Warning: ExcimerLog::offsetSet(): ExcimerLog cannot be modified in %s on line 32

Warning: ExcimerLog::offsetUnset(): ExcimerLog cannot be modified in %s on line 33

Warning: ExcimerProfiler::setEventType(): Invalid event type in %s on line 34
2 events
bool(true)
Call to private ExcimerLog::__construct() from global scope
ExcimerProfiler::setPeriod(): Argument #1 ($period) must be of type float, string given
