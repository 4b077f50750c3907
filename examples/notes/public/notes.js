// Preview, image upload and a question before deleting. Everything else works without scripts.
'use strict';

const editor = document.querySelector('.editor');

async function post(address, data) {
    data.append('token', editor.elements.token.value);
    return fetch(address, { method: 'POST', body: data });
}

document.querySelector('[data-preview]')?.addEventListener('click', async () => {
    const data = new FormData();
    data.append('text', editor.elements.text.value);
    const preview = document.querySelector('.preview');
    preview.innerHTML = await (await post('/preview', data)).text();
    preview.hidden = false;
    preview.scrollIntoView({ behavior: 'smooth' });
});

document.querySelector('[data-upload]')?.addEventListener('change', async (event) => {
    const data = new FormData();
    for (const file of event.target.files) {
        data.append('images[]', file);
    }
    const answer = await post('/images', data);
    if (!answer.ok) {
        alert('The image could not be added.');
        return;
    }
    const text = editor.elements.text;
    for (const name of (await answer.json()).images) {
        text.setRangeText(`\n![](${name})\n`, text.selectionEnd, text.selectionEnd, 'end');
    }
    text.focus();
});

for (const form of document.querySelectorAll('[data-confirm]')) {
    form.addEventListener('submit', (event) => confirm(form.dataset.confirm) || event.preventDefault());
}
