<div class="columns">
<section>
<?php if ($query !== '' || $tag !== ''): ?>
    <p class="hint">
        <?= $count ?> <?= $count === 1 ? 'note' : 'notes' ?>
        <?php if ($query !== ''): ?>with “<?= $this->e($query) ?>”<?php endif ?>
        <?php if ($tag !== ''): ?>tagged <span class="tag"><?= $this->e($tag) ?></span><?php endif ?>
        · <a href="/">show all</a>
    </p>
<?php endif ?>
<?php if (!$notes): ?>
    <p class="empty">Nothing here yet. <a href="/new<?= $query === '' ? '' : '?' . http_build_query(['title' => $query]) ?>">Write a note</a>?</p>
<?php endif ?>
<?php foreach ($notes as $note): ?>
    <article class="card">
        <h2><a href="/notes/<?= $note->id ?>"><?= $this->mark($note->title, $query) ?></a></h2>
        <p><?= $this->mark($note->excerpt(), $query) ?></p>
        <p class="meta">
            <?= $this->date($note->changed) ?>
            <?php foreach ($note->tags as $name): ?><a class="tag" href="/?tag=<?= rawurlencode($name) ?>"><?= $this->e($name) ?></a> <?php endforeach ?>
        </p>
    </article>
<?php endforeach ?>
<?php if ($pages > 1): ?>
    <nav class="pages">
    <?php for ($number = 1; $number <= $pages; $number++): ?>
        <?php if ($number === $page): ?>
        <strong><?= $number ?></strong>
        <?php else: ?>
        <a href="/?<?= $this->e(http_build_query(array_filter(['q' => $query, 'tag' => $tag, 'page' => $number]))) ?>"><?= $number ?></a>
        <?php endif ?>
    <?php endfor ?>
    </nav>
<?php endif ?>
</section>
<aside>
    <h3>Tags</h3>
    <?php foreach ($tags as $name => $uses): ?>
    <a class="tag<?= $name === $tag ? ' on' : '' ?>" href="/?tag=<?= rawurlencode((string) $name) ?>"><?= $this->e($name) ?> <small><?= $uses ?></small></a>
    <?php endforeach ?>
</aside>
</div>
