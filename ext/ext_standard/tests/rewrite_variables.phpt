--TEST--
Variables are added to URLs and forms
--FILE--
<?php
ini_set('url_rewriter.tags', 'a=href,form=,frame=src,img=src');
ini_set('url_rewriter.hosts', 'good.example');
output_add_rewrite_var('x', 'a b');
output_add_rewrite_var('<y>', '"&');
?>
<a href="page">1</a> <A HREF='page?q=1#end'>2</A> <a href=page>3</a> <a href="#mark">4</a> <a href="">5</a>
<a href="http://good.example">6</a> <a href="http://other.example/p">7</a> <a href="mailto:a@b">8</a> <a href="//good.example/p">9</a>
<a class="href" title = "t" href = "late">10</a> <a href="unclosed>11</a> <img src=i.png/><b href="no">12</b> <a href="ftp://good.example/">
<form action="http://other.example/"><p></form><form action="/here" method=post></form><form></form><form action="http://good.example/x"/>
<a href="user:pass@x?"> <a href="http://u:p@good.example:8080/a/b?c=d#e">
<?php
ob_flush();
echo '<a hr'; ob_flush(); echo 'ef="split">'; ob_flush();
output_reset_rewrite_vars();
echo "<a href=\"after\">\n";
print_r(ob_list_handlers());
--EXPECT--
<a href="page?x=a%20b&%3Cy%3E=%22%26">1</a> <A HREF='page?q=1&x=a%20b&%3Cy%3E=%22%26#end'>2</A> <a href=page?x=a%20b&%3Cy%3E=%22%26>3</a> <a href="#mark">4</a> <a href="?x=a%20b&%3Cy%3E=%22%26">5</a>
<a href="http://good.example/?x=a%20b&%3Cy%3E=%22%26">6</a> <a href="http://other.example/p">7</a> <a href="mailto:a@b">8</a> <a href="//good.example/p?x=a%20b&%3Cy%3E=%22%26">9</a>
<a class="href" title = "t" href = "late?x=a%20b&%3Cy%3E=%22%26">10</a> <a href="unclosed>11</a> <img src=i.png/?x=a%20b&%3Cy%3E=%22%26><b href="no">12</b> <a href="ftp://good.example/">
<form action="http://other.example/"><p></form><form action="/here" method=post><input type="hidden" name="x" value="a b" /><input type="hidden" name="&lt;y&gt;" value="&quot;&amp;" /></form><form><input type="hidden" name="x" value="a b" /><input type="hidden" name="&lt;y&gt;" value="&quot;&amp;" /></form><form action="http://good.example/x"/><input type="hidden" name="x" value="a b" /><input type="hidden" name="&lt;y&gt;" value="&quot;&amp;" />
<a href="user:pass@x?"> <a href="http://up:@good.example:8080/a/b?c=d&x=a%20b&%3Cy%3E=%22%26#e">
<a href="split"><a href="after">
Array
(
    [0] => URL-Rewriter
)
