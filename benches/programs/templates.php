<?php
// A page as templates make it: inline HTML, alternative syntax, escaping, partials with output buffers.

function e(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES, 'UTF-8');
}

function row(array $item, int $index): string
{
    ob_start();
    ?>
      <tr class="<?= $index % 2 ? 'odd' : 'even' ?>">
        <td><?= $item['id'] ?></td>
        <td><a href="/items/<?= rawurlencode($item['name']) ?>"><?= e($item['name']) ?></a></td>
        <td><?= number_format($item['price'], 2) ?></td>
    <?php if ($item['tags']): ?>
        <td><ul><?php foreach ($item['tags'] as $tag): ?><li><?= e($tag) ?></li><?php endforeach ?></ul></td>
    <?php else: ?>
        <td>none</td>
    <?php endif ?>
      </tr>
    <?php
    return ob_get_clean();
}

function page(string $title, array $items): string
{
    ob_start();
    ?>
<!DOCTYPE html>
<html>
  <head><title><?= e($title) ?></title></head>
  <body>
    <h1><?= e(ucfirst($title)) ?></h1>
    <?php switch (count($items) % 3): case 0: ?><p>Threes</p><?php break; default: ?><p>Others</p><?php endswitch ?>
    <table>
    <?php foreach ($items as $index => $item): ?>
      <?= row($item, $index) ?>
    <?php endforeach ?>
    </table>
    <footer><?php printf('%d items, %s', count($items), e('"done" & dusted')) ?></footer>
  </body>
</html>
    <?php
    return (string) ob_get_clean();
}

$items = [];
for ($i = 0; $i < 120; $i++) {
    $items[] = ['id' => $i, 'name' => "Item <$i> & co", 'price' => $i * 3.75, 'tags' => $i % 4 ? ["t$i", 'a"b', "it's"] : []];
}
$bytes = 0;
$hash = '';
for ($round = 0; $round < 400; $round++) {
    $html = page("list no. $round", $items);
    $bytes += strlen($html);
    $hash = md5($hash . $html);
}
echo "$bytes $hash\n";
