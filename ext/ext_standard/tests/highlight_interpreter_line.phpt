--TEST--
The line that names an interpreter is neither highlighted nor kept
--FILE--
<?php
$file = __DIR__ . '/highlight_interpreter.tmp';
foreach (["#!/usr/bin/env php\n<?php // x\necho 1; ?>\n#! second\n<b>\n", "#!/usr/bin/env php", "#!\n", " #!/bin/x\n<?php echo 2;", "#!/bin/x\r\n<?php echo 3;\r\n"] as $text) {
    file_put_contents($file, $text);
    var_dump(highlight_file($file, true), php_strip_whitespace($file));
}
var_dump(highlight_string("#!/bin/x\n<?php echo 4;", true));
unlink($file);
?>
--EXPECT--
string(311) "<pre><code style="color: #000000"><span style="color: #0000BB">&lt;?php </span><span style="color: #FF8000">// x
</span><span style="color: #007700">echo </span><span style="color: #0000BB">1</span><span style="color: #007700">; </span><span style="color: #0000BB">?&gt;
</span>#! second
&lt;b&gt;
</code></pre>"
string(32) "<?php  echo 1; ?>
#! second
<b>
"
string(47) "<pre><code style="color: #000000"></code></pre>"
string(0) ""
string(47) "<pre><code style="color: #000000"></code></pre>"
string(0) ""
string(217) "<pre><code style="color: #000000"> #!/bin/x
<span style="color: #0000BB">&lt;?php </span><span style="color: #007700">echo </span><span style="color: #0000BB">2</span><span style="color: #007700">;</span></code></pre>"
string(23) " #!/bin/x
<?php echo 2;"
string(209) "<pre><code style="color: #000000"><span style="color: #0000BB">&lt;?php </span><span style="color: #007700">echo </span><span style="color: #0000BB">3</span><span style="color: #007700">;
</span></code></pre>"
string(14) "<?php echo 3; "
string(216) "<pre><code style="color: #000000">#!/bin/x
<span style="color: #0000BB">&lt;?php </span><span style="color: #007700">echo </span><span style="color: #0000BB">4</span><span style="color: #007700">;</span></code></pre>"
