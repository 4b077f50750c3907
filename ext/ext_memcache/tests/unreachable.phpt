--TEST--
Servers that are not there, and what is told of them
--FILE--
<?php
$m = new Memcache();
var_dump($m->get('a'));
var_dump($m->addServer('127.0.0.1', 1, false, 0));
var_dump($m->addServer('127.0.0.1', 1, false, 1, 1, 15, true, fn($host, $port) => print("$host $port failed\n")));
var_dump($m->addServer('127.0.0.2', 2, false, 3, 1, 15, false));
var_dump($m->getServerStatus('127.0.0.1', 1), $m->getServerStatus('127.0.0.2', 2));
var_dump($m->set('a', 1));
var_dump($m->getServerStatus('127.0.0.1', 1));
var_dump($m->getServerStatus('127.0.0.3', 1));
var_dump($m->set('b', 1, 4), $m->setCompressThreshold(-1), $m->setCompressThreshold(10, 2));
try {
    $m->set('c');
} catch (ArgumentCountError $e) {
    echo $e->getMessage(), "\n";
}
var_dump($m->close(), $m->get('a'));
var_dump(ini_set('memcache.protocol', 'spoken'), ini_get('memcache.protocol'));
?>
--EXPECTF--

Warning: MemcachePool::get(): No servers added to memcache connection in %s on line 3
bool(false)

Warning: Memcache::addServer(): weight must be a positive integer in %s on line 4
bool(false)
bool(true)
bool(true)
int(1)
int(0)
127.0.0.2 2 failed
127.0.0.1 1 failed
bool(false)
int(0)

Warning: MemcachePool::getServerStatus(): Server not found in pool in %s on line 10
bool(false)

Warning: MemcachePool::set(): The lowest two bytes of the flags array is reserved for pecl/memcache internal use in %s on line 11

Warning: MemcachePool::setCompressThreshold(): threshold must be a positive integer in %s on line 11

Warning: MemcachePool::setCompressThreshold(): min_savings must be a float in the 0..1 range in %s on line 11
bool(false)
bool(false)
bool(false)
Wrong parameter count for MemcachePool::set()
bool(true)
bool(false)

Warning: ini_set(): memcache.protocol must be in set {ascii, binary} ('spoken' given) in %s on line 18
bool(false)
string(5) "ascii"
