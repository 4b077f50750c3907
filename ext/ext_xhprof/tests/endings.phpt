--TEST--
Calls end by exceptions, exit and fatal errors; what a shutdown function reads is whole
--INI--
opcache.optimization_level=0
--FILE--
<?php
function a() { b(); }
function b() { throw new Exception("b"); }
function left() { exit_from(2); }
function exit_from($n) { $n ? exit_from($n - 1) : exit("bye\n"); }
class D { function __destruct() { gone(); } }
function gone() {}
function lives() { $d = new D; throw new Exception("with an object"); }
register_shutdown_function(function () {
    if (mt_rand(1, 1) === 1) {
        foreach (xhprof_disable() as $name => $row) {
            echo preg_replace('~:[^ ]*/~', ':', $name), ' ', $row['ct'], "\n";
        }
    }
});
xhprof_enable();
try {
    a();
} catch (Exception $e) {
}
try {
    lives();
} catch (Exception $e) {
    unset($e);
}
left();
?>
--EXPECT--
bye
b==>Exception::__construct 1
a==>b 1
main()==>a 1
lives==>Exception::__construct 1
main()==>lives 1
D::__destruct==>gone 1
main()==>D::__destruct 1
exit_from@2==>exit 1
exit_from@1==>exit_from@2 1
exit_from==>exit_from@1 1
left==>exit_from 1
main()==>left 1
{closure:endings.php:9}==>mt_rand 1
{closure:endings.php:9}==>xhprof_disable 1
main()==>{closure:endings.php:9} 1
main() 1
