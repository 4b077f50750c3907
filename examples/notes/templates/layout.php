<!DOCTYPE html>
<html lang="en">
<head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title><?= $this->e($title) ?></title>
    <link rel="stylesheet" href="/style.css">
    <script src="/notes.js" defer></script>
</head>
<body>
<header>
    <a class="brand" href="/">Notes</a>
    <form action="/" role="search">
        <input type="search" name="q" value="<?= $this->e($query) ?>" placeholder="Search" aria-label="Search">
    </form>
    <a class="button" href="/new">New note</a>
</header>
<main>
<?php if ($flash !== ''): ?>
    <p class="flash" role="status"><?= $this->e($flash) ?></p>
<?php endif ?>
<?= $content ?>
</main>
<footer>
    <?= $this->e($engine) ?> · <a href="/export.json">everything as JSON</a>
</footer>
</body>
</html>
