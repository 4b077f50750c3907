--TEST--
Programs in colours, and without comments
--FILE--
<?php
$source = "<?php // c\necho <<<E\n a\$b\n E . 1; /* d */\n";
echo highlight_string($source, true), "\n";
$file = '/tmp/loxo-strip-' . getmypid();
file_put_contents($file, $source);
echo php_strip_whitespace($file), "|\n";
unlink($file);
?>
--EXPECT--
<pre><code style="color: #000000"><span style="color: #0000BB">&lt;?php </span><span style="color: #FF8000">// c
</span><span style="color: #007700">echo &lt;&lt;&lt;E
</span><span style="color: #DD0000"> a</span><span style="color: #0000BB">$b</span><span style="color: #DD0000">
</span><span style="color: #007700"> E . </span><span style="color: #0000BB">1</span><span style="color: #007700">; </span><span style="color: #FF8000">/* d */
</span></code></pre>
<?php  echo <<<E
 a$b
 E
. 1; |
