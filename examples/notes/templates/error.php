<h1><?= $this->e($title) ?></h1>
<p><?= $this->e($message) ?></p>
<p><a href="/">To the notes</a></p>
