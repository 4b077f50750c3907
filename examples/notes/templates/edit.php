<h1><?= $this->e($title) ?></h1>
<form method="post" class="editor" action="<?= $note ? "/notes/$note->id/edit" : '/new' ?>">
    <input type="hidden" name="token" value="<?= $token ?>">
    <?php if ($note): ?><input type="hidden" name="version" value="<?= $note->version ?>"><?php endif ?>
    <?php foreach ($errors as $error): ?>
    <p class="error"><?= $this->e($error) ?></p>
    <?php endforeach ?>
    <label>Title <input name="title" value="<?= $this->e($values['title']) ?>" maxlength="100" required autofocus></label>
    <label>Text <textarea name="text" rows="18"><?= "\n" . $this->e($values['text']) ?></textarea></label>
    <label>Tags <input name="tags" value="<?= $this->e($values['tags']) ?>" placeholder="separated by commas"></label>
    <div class="actions">
        <button class="main">Save</button>
        <button type="button" data-preview>Preview</button>
        <label class="button">Add image <input type="file" accept="image/*" multiple hidden data-upload></label>
        <a class="button" href="<?= $note ? "/notes/$note->id" : '/' ?>">Cancel</a>
    </div>
</form>
<div class="text preview" hidden></div>
