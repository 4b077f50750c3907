--TEST--
Letters are noted in mail.log
--FILE--
<?php
// The settings cannot be set at run time.
$log = __DIR__ . '/mail_log.txt';
$program = <<<'PHP'
var_dump(mail('to@example.com', "a subject\nof two lines", 'text', ['X-One' => '1', 'X-Two' => '2']));
var_dump(mail('to@example.com', 'plain', 'text'));
var_dump(error_log('an error', 1, 'root@example.com', 'X-Error: yes'));
foreach (["\0a", "b\0"] as $name) {
    try {
        mail('to@example.com', '', '', [$name => 'x']);
    } catch (ValueError $error) {
        echo $error->getMessage(), "\n";
    }
}
PHP;
$command = [PHP_BINARY, '-n', '-d', 'sendmail_path=/bin/true', '-d', "mail.log=$log", '-d', 'date.timezone=UTC', '-r', $program];
$process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
echo stream_get_contents($pipes[1]);
proc_close($process);
foreach (file($log) as $line) {
    echo preg_replace('/^\[\d\d-\w{3}-\d{4} [\d:]{8} UTC\] mail\(\) on \[Command line code:\d+\]/', '[time and place]', $line);
}
unlink($log);
--EXPECT--
bool(true)
bool(true)
bool(true)
Header name "" contains invalid characters
Header name "b" contains invalid characters
[time and place]: To: to@example.com -- Headers: X-One: 1  X-Two: 2 -- Subject: a subject of two lines
[time and place]: To: to@example.com -- Headers:  -- Subject: plain
[time and place]: To: root@example.com -- Headers: X-Error: yes -- Subject: PHP error_log message
