<article class="note">
    <h1><?= $this->e($note->title) ?></h1>
    <p class="meta">
        version <?= $note->version ?>, <?= $this->date($note->changed) ?>
        <?php foreach ($note->tags as $name): ?><a class="tag" href="/?tag=<?= rawurlencode($name) ?>"><?= $this->e($name) ?></a> <?php endforeach ?>
    </p>
    <div class="text"><?= $html ?></div>
</article>
<div class="actions">
<?php if ($old): ?>
    <form method="post" action="/notes/<?= $note->id ?>/restore">
        <input type="hidden" name="token" value="<?= $token ?>">
        <input type="hidden" name="version" value="<?= $note->version ?>">
        <button>Bring this version back</button>
    </form>
    <a class="button" href="/notes/<?= $note->id ?>">Current version</a>
<?php else: ?>
    <a class="button main" href="/notes/<?= $note->id ?>/edit">Edit</a>
    <a class="button" href="/notes/<?= $note->id ?>/history">History</a>
    <form method="post" action="/notes/<?= $note->id ?>/delete" data-confirm="Delete this note and its history?">
        <input type="hidden" name="token" value="<?= $token ?>">
        <button class="danger">Delete</button>
    </form>
<?php endif ?>
</div>
