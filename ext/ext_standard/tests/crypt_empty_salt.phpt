--TEST--
crypt() with SHA-2 and an empty salt
--FILE--
<?php
foreach (['$5$$', '$6$$', '$6$$rest'] as $salt) {
    echo $hash = crypt('secret', $salt), "\n";
    var_dump(hash_equals($hash, crypt('secret', $hash)));
}
?>
--EXPECT--
$5$$o1w7HPzHt8gHmL5zUzDkRqt6Az.BjDfkvuDNNLWnXx5
bool(true)
$6$$2M9DchxW4txWyTYoZrH9D3VvAAQxBpEezYsLY6Cao.jwzEXpyL9xwip9hiUZX7GqTqe/E/z6iKvZqXUuqniQH.
bool(true)
$6$$2M9DchxW4txWyTYoZrH9D3VvAAQxBpEezYsLY6Cao.jwzEXpyL9xwip9hiUZX7GqTqe/E/z6iKvZqXUuqniQH.
bool(true)
