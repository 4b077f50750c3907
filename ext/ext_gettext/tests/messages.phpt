--TEST--
Messages without translations
--FILE--
<?php
var_dump(textdomain(), textdomain("shop"), textdomain(null), gettext("hello"), _("you"));
var_dump(ngettext("thing", "things", 1), dngettext("shop", "thing", "things", 0), bindtextdomain("shop", "/tmp"), bindtextdomain("shop"));
try {
    dcgettext("shop", "x", LC_ALL);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECTF--
string(8) "messages"
string(4) "shop"
string(4) "shop"
string(5) "hello"
string(3) "you"
string(5) "thing"
string(6) "things"
string(4) "/tmp"
string(4) "/tmp"
dcgettext(): Argument #3 ($category) cannot be LC_ALL
