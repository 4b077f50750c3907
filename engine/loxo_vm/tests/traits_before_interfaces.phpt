--TEST--
A class asks for its parent, its traits, then its interfaces; what is wrong with a trait ends the program before an interface is asked for
--FILE--
<?php
$programs = [
    'class A extends NoParent implements NoInterface { use NoTrait; }',
    'class B implements NoInterface {}',
    'class C implements NoInterface { use NoTrait; }',
    'interface I {} class D implements NoInterface { use I, NoTrait; }',
    'class E { use Iterator; }',
    'interface I {} new class implements NoInterface { use I; };',
];
$start = '<?php ini_set("html_errors", 0); spl_autoload_register(function ($c) { echo "$c? "; }); try { eval(%s); } catch (Error $e) { echo "caught: ", $e->getMessage(); }';
foreach ($programs as $program) {
    $process = proc_open([getenv('TEST_PHP_EXECUTABLE'), '-n', '-d', 'log_errors=0'], [['pipe', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
    fwrite($pipes[0], sprintf($start, var_export($program, true)));
    fclose($pipes[0]);
    echo trim(preg_replace('/\s+/', ' ', preg_replace('/ in Standard.*/', '', stream_get_contents($pipes[1])))), "\n";
    proc_close($process);
}
?>
--EXPECT--
NoParent? caught: Class "NoParent" not found
NoInterface? caught: Interface "NoInterface" not found
NoTrait? Fatal error: Trait "NoTrait" not found
Fatal error: D cannot use I - it is not a trait
Fatal error: E cannot use Iterator - it is not a trait
Fatal error: NoInterface@anonymous cannot use I - it is not a trait
