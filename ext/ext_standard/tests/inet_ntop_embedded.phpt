--TEST--
inet_ntop() writes what stands behind six groups of zeros as an IPv4 address
--FILE--
<?php
foreach (['::1.2.3.4', '::1:0', '::1', '::ffff', '::ffff:1.2.3.4', '64:ff9b::1.2.3.4', '1:0:2:0:3:0:4:0', '::'] as $ip) {
    echo inet_ntop(inet_pton($ip)), "\n";
}
?>
--EXPECT--
::1.2.3.4
::0.1.0.0
::1
::ffff
::ffff:1.2.3.4
64:ff9b::102:304
1:0:2:0:3:0:4:0
::
