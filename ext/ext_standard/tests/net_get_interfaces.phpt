--TEST--
net_get_interfaces() has an entry for each address, the link's first, with netmasks
--SKIPIF--
<?php
if (!isset(net_get_interfaces()['lo'])) echo 'skip no loopback interface';
?>
--FILE--
<?php
$interfaces = net_get_interfaces();
$lo = $interfaces['lo'];
echo implode(' ', array_keys($lo)), "\n";
var_dump($lo['up']);
foreach ($lo['unicast'] as $entry) {
    $families[$entry['family']] = implode(' ', array_keys($entry)) . ' ' . ($entry['address'] ?? '') . ' ' . ($entry['netmask'] ?? '');
}
echo key($families), ': ', $families[17], "\n", $families[2], "\n";
var_dump(($lo['unicast'][0]['flags'] & 0x49) === 0x49);
--EXPECT--
unicast up
bool(true)
17: flags family  
flags family address netmask 127.0.0.1 255.0.0.0
bool(true)
