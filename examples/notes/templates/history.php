<h1><?= $this->e($title) ?></h1>
<form class="history" action="/notes/<?= $note->id ?>/history">
    <table>
        <tr><th>from</th><th>to</th><th>version</th><th>when</th><th>size</th></tr>
        <?php foreach ($versions as $version): ?>
        <tr>
            <td><input type="radio" name="from" value="<?= $version->version ?>"<?= $version->version === $from ? ' checked' : '' ?>></td>
            <td><input type="radio" name="to" value="<?= $version->version ?>"<?= $version->version === $to ? ' checked' : '' ?>></td>
            <td><a href="/notes/<?= $note->id ?>?version=<?= $version->version ?>"><?= $version->version ?>: <?= $this->e($version->title) ?></a></td>
            <td><?= $this->date($version->changed) ?></td>
            <td><?= number_format(strlen($version->text)) ?> bytes</td>
        </tr>
        <?php endforeach ?>
    </table>
    <div class="actions">
        <button>Compare</button>
        <a class="button" href="/notes/<?= $note->id ?>">Back</a>
    </div>
</form>
<?php if ($from !== $to): ?>
<h2>From <?= $from ?> to <?= $to ?></h2>
<pre class="difference"><?php foreach ($lines as [$kind, $line]): ?><span class="<?= ['=' => 'same', '-' => 'old', '+' => 'new'][$kind] ?>"><?= $this->e($line) ?>

</span><?php endforeach ?></pre>
<?php endif ?>
