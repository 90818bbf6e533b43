import Sortable from 'sortablejs';

const list = (label, words) =>
  `<h2>${label}</h2><ul aria-label="${label}" style="min-height:40px;width:240px;background:#eee">${words
    .map((word) => `<li style="height:36px;cursor:grab">${word} <button>Open ${word}</button></li>`)
    .join('')}</ul>`;

document.querySelector('#app').innerHTML =
  `${list('Tasks', ['One', 'Two', 'Three', 'Four'])}${list('Kept', ['Five'])}<p id="order"></p>`;
const tell = () => {
  document.querySelector('#order').textContent = [...document.querySelectorAll('ul')]
    .map((ul) => [...ul.children].map((li) => li.firstChild.textContent.trim()).join(' '))
    .join(' / ');
};
for (const ul of document.querySelectorAll('ul'))
  new Sortable(ul, {
    group: 'tasks',
    animation: 150,
    // By default it is the browser's own drag; by its own it follows the pointer.
    forceFallback: location.search === '?pointer',
    onEnd: tell,
  });
tell();
