<?php
// Writes names.txt: what the given extensions of the PHP that runs this declare.  php names.php ffi ftp soap > names.txt
$lines = [];
foreach (array_slice($argv, 1) as $name) {
    $extension = new ReflectionExtension($name);
    foreach (array_keys($extension->getFunctions()) as $function) {
        $lines[] = "function $function $name";
    }
    foreach ($extension->getClassNames() as $class) {
        $lines[] = 'class ' . strtolower($class) . " $name";
    }
    foreach (array_keys($extension->getINIEntries()) as $setting) {
        $lines[] = "setting $setting $name";
    }
}
sort($lines);
echo implode("\n", $lines), "\n";
