<?php
// JSON both ways: objects and arrays, pretty printing, unicode, floats, JsonSerializable.

final class Point implements JsonSerializable
{
    public function __construct(public float $x, public float $y) {}
    public function jsonSerialize(): array { return ['x' => $this->x, 'y' => $this->y]; }
}

$records = [];
for ($i = 0; $i < 700; $i++) {
    $records[] = [
        'id' => $i,
        'name' => "Näme \"$i\" / </b>",
        'scores' => [$i / 3, $i * 1.5, -$i, 1e20 + $i],
        'active' => $i % 2 === 0,
        'parent' => $i % 5 ? null : ['id' => $i - 1, 'path' => "a/b/c/$i"],
        'at' => new Point($i, $i / 8),
        'emoji' => "\u{1F600} \u{20AC}\t\n",
    ];
}
$bytes = 0;
$hash = '';
for ($round = 0; $round < 60; $round++) {
    $json = json_encode($records, $round % 2 ? JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE : 0);
    $bytes += strlen($json);
    $array = json_decode($json, true, 16, JSON_THROW_ON_ERROR);
    $object = json_decode($json);
    $bytes += count($array) + $array[$round]['id'] + (int) $object[$round + 1]->at->x;
    $hash = md5($hash . $json);
}
echo "$bytes $hash ", json_encode($object[10]), "\n";
