--TEST--
A server that is not there, options that are refused, an object without a constructor
--FILE--
<?php
$m = new Memcached();
var_dump($m->get('a'), $m->getResultCode(), $m->getResultMessage());
$m->addServer('127.0.0.1', 1);
var_dump($m->set('a', 1), $m->getResultCode());
var_dump($m->get('a'), $m->getResultMessage());
var_dump($m->getLastDisconnectedServer());
var_dump($m->set('with space', 1), $m->getResultCode(), $m->checkKey('good'));
var_dump($m->setOption(Memcached::OPT_DISTRIBUTION, 99), $m->setOption(-5, 1), $m->setOptions(['name' => 1]));
var_dump($m->append('a', 'b'));
var_dump($m->increment('a', 1, 5), $m->increment('a', -1));
class Late extends Memcached
{
    public function __construct()
    {
    }
}
try {
    (new Late())->get('a');
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
$p = new Memcached('own', function ($m, $id) {
    echo get_class($m), " $id\n";
});
var_dump($p->isPersistent(), $p->isPristine(), (new Memcached('own'))->isPristine());
?>
--EXPECTF--
bool(false)
int(20)
string(18) "NO SERVERS DEFINED"
bool(false)
int(3)
bool(false)
string(51) "SERVER HAS FAILED AND IS DISABLED UNTIL TIMED RETRY"
array(2) {
  ["host"]=>
  string(9) "127.0.0.1"
  ["port"]=>
  int(1)
}
bool(false)
int(33)
bool(true)

Warning: Memcached::setOption(): error setting memcached option: INVALID ARGUMENTS in %s on line 9

Warning: Memcached::setOption(): error setting memcached option: INVALID ARGUMENTS in %s on line 9

Warning: Memcached::setOptions(): invalid configuration option in %s on line 9
bool(false)
bool(false)
bool(false)

Warning: Memcached::append(): cannot append/prepend with compression turned on in %s on line 10
NULL

Warning: Memcached::increment(): Initial value is only supported with binary protocol in %s on line 11

Warning: Memcached::increment(): offset cannot be a negative value in %s on line 11
bool(false)
bool(false)
Memcached constructor was not called
Memcached own
bool(true)
bool(true)
bool(false)
