--TEST--
PDO with MySQL: names in data sources are what stands before the equals sign, and a host may have its port behind it
--EXTENSIONS--
pdo_mysql
--SKIPIF--
<?php if (!getenv('PDO_MYSQL_TEST_DSN')) die('skip no server'); ?>
--FILE--
<?php
$source = getenv('PDO_MYSQL_TEST_DSN');
parse_str(strtr(substr($source, strlen('mysql:')), ';', '&'), $parts);
$sources = [
    "$source;charset =nonsense",
    "$source; charset=nonsense",
    "$source;host =nonsense",
    "$source;and;charset=nonsense",
    "mysql:host=$parts[host]:$parts[port]",
    "mysql:host=$parts[host]:$parts[port];port=1",
    "mysql:host=$parts[host]:",
];
foreach ($sources as $source) {
    try {
        $db = new PDO($source, 'root', '');
        echo str_replace($parts['port'], 'PORT', $db->getAttribute(PDO::ATTR_CONNECTION_STATUS)), "\n";
    } catch (PDOException $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
127.0.0.1 via TCP/IP
SQLSTATE[HY000] [2019] Unknown character set
127.0.0.1 via TCP/IP
127.0.0.1 via TCP/IP
127.0.0.1:PORT via TCP/IP
127.0.0.1:PORT via TCP/IP
SQLSTATE[HY000] [2002] Failed to parse address "127.0.0.1:"
