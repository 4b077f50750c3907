--TEST--
phpinfo() as HTML shows samples of the colours of highlighting
--GET--
a=b
--FILE--
<?php
ob_start();
phpinfo(INFO_CONFIGURATION);
preg_match_all('/^<tr><td class="e">highlight\..*/m', ob_get_clean(), $found);
echo implode("\n", $found[0]), "\n";
?>
--EXPECT--
<tr><td class="e">highlight.comment</td><td class="v"><span style="color: #FF8000">#FF8000</span></td><td class="v"><span style="color: #FF8000">#FF8000</span></td></tr>
<tr><td class="e">highlight.default</td><td class="v"><span style="color: #0000BB">#0000BB</span></td><td class="v"><span style="color: #0000BB">#0000BB</span></td></tr>
<tr><td class="e">highlight.html</td><td class="v"><span style="color: #000000">#000000</span></td><td class="v"><span style="color: #000000">#000000</span></td></tr>
<tr><td class="e">highlight.keyword</td><td class="v"><span style="color: #007700">#007700</span></td><td class="v"><span style="color: #007700">#007700</span></td></tr>
<tr><td class="e">highlight.string</td><td class="v"><span style="color: #DD0000">#DD0000</span></td><td class="v"><span style="color: #DD0000">#DD0000</span></td></tr>
