import 'bootstrap/dist/css/bootstrap.min.css';
import { Modal, Offcanvas } from 'bootstrap';

const dialog = (id, title, inside) =>
  `<div class="modal" id="${id}" tabindex="-1" aria-labelledby="${id}-title"><div class="modal-dialog"><div class="modal-content">
    <div class="modal-header"><h5 class="modal-title" id="${id}-title">${title}</h5>${inside}</div></div></div></div>`;

document.querySelector('#app').innerHTML = `
  <button class="btn" id="modal">Open dialog</button><button class="btn" id="bare">Open bare</button>
  <button class="btn" id="drawer">Open drawer</button><button class="btn" id="under">Under</button><p id="out">Pressed nothing</p>
  ${dialog('notice', 'Notice', '<button type="button" class="btn-close" data-bs-dismiss="modal" aria-label="Close"></button>')}
  ${dialog('plain', 'Bare', '')}
  <div class="offcanvas offcanvas-end" tabindex="-1" id="filters" aria-labelledby="filters-title"><h5 id="filters-title">Filters</h5>
    <button type="button" class="btn-close" data-bs-dismiss="offcanvas"></button></div>`;
const at = (id) => document.querySelector(`#${id}`);
at('modal').onclick = () => new Modal(at('notice')).show();
at('bare').onclick = () => new Modal(at('plain')).show();
at('drawer').onclick = () => new Offcanvas(at('filters')).show();
at('under').onclick = () => {
  at('out').textContent = 'Pressed under';
};
