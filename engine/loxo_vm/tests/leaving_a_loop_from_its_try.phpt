--TEST--
A loop whose try has a return, break or continue in it goes on behind the catch
--FILE--
<?php
function check(int $i, int $from): int
{
    return $i >= $from ? $i : throw new RuntimeException("no $i");
}

function first(int $from)
{
    foreach (range(1, 4) as $i) {
        try {
            $found = check($i, $from);
            return "first $found";
        } catch (RuntimeException $e) {
            echo $e->getMessage(), "\n";
        }
    }
    return 'none';
}

function nested(int $from)
{
    foreach (range(1, 2) as $a) {
        foreach (new ArrayIterator(range($a, 3)) as $i) {
            try {
                try {
                    check($i, $from);
                    break 2;
                } finally {
                    echo "finally $i\n";
                    if ($i == 100) {
                        return 'never';
                    }
                }
            } catch (RuntimeException $e) {
                echo $e->getMessage(), "\n";
                continue;
            }
        }
        echo "next\n";
    }
    return [$a, $i];
}

function generated(int $from)
{
    foreach (range(1, 4) as $i) {
        try {
            if (yield check($i, $from)) {
                return 'told';
            }
        } catch (RuntimeException $e) {
            echo $e->getMessage(), "\n";
        }
    }
    return 'end';
}

function switched(int $from)
{
    switch (strtolower('A')) {
        case 'a':
            try {
                check(1, $from);
                return 'a';
            } catch (RuntimeException $e) {
                echo $e->getMessage(), "\n";
            }
            // no break
        case 'b':
            return 'b';
    }
}

echo first(3), "\n", first(5), "\n";
echo json_encode(nested(3)), "\n", json_encode(nested(9)), "\n";
$generator = generated(3);
foreach ($generator as $value) {
    echo "yielded $value\n";
}
echo $generator->getReturn(), "\n";
echo switched(1), switched(2), "\n";
?>
--EXPECT--
no 1
no 2
first 3
no 1
no 2
no 3
no 4
none
finally 1
no 1
finally 2
no 2
finally 3
[1,3]
finally 1
no 1
finally 2
no 2
finally 3
no 3
next
finally 2
no 2
finally 3
no 3
next
[2,3]
no 1
no 2
yielded 3
yielded 4
end
ano 1
b
