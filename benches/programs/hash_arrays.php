<?php
// Maps: string and integer keys, counting, grouping, joins, nested updates, deletes, key functions.

mt_srand(42);
$words = [];
for ($i = 0; $i < 4_000; $i++) {
    $words[] = 'w' . dechex(mt_rand(0, 2_500));
}
$checksum = 0;
for ($round = 0; $round < 60; $round++) {
    $counts = [];
    foreach ($words as $word) {
        $counts[$word] = ($counts[$word] ?? 0) + 1;
    }
    $groups = [];
    foreach ($words as $i => $word) {
        $groups[$word[1]][strlen($word)][] = $i;
    }
    $users = [];
    for ($id = 1; $id < 3_000; $id++) {
        $users[$id * 17] = ['id' => $id, 'name' => "user$id", 'group' => $id % 13, 'tags' => ['a' => $id, 'b' => $id + 1]];
    }
    foreach ($users as $key => $user) {
        if (isset($counts['w' . dechex($key % 2_500)]) && $user['group'] > 3) {
            $users[$key]['tags']['seen'] = true;
            $checksum += $user['tags']['b'] + $counts['w' . dechex($key % 2_500)];
        } elseif ($user['group'] === 0) {
            unset($users[$key]);
        }
    }
    ksort($counts);
    $checksum += count($groups) + count($users) + array_key_last($users) + strlen(implode(',', array_keys($counts)));
    $checksum += count(array_flip($words)) + count(array_intersect_key($counts, array_flip(['w1', 'w2', 'wff']))) + array_sum(array_column($users, 'id', 'name'));
    $checksum += count(array_diff_key($users, [17 => 1, 34 => 1])) + array_sum(array_count_values(array_column($users, 'group')));
}
echo $checksum, ' ', count($counts), "\n";
