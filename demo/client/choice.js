// A dropdown without a native select: a combobox that opens a listbox, worked by pointer and by keys.
export function choiceOf(root) {
  const box = root.querySelector('[role="combobox"]');
  const list = root.querySelector('[role="listbox"]');
  const value = root.querySelector('input');
  const options = () => [...list.children];
  let active = -1;

  const isOpen = () => !list.hidden;
  function show(open) {
    if (open && box.getAttribute('aria-disabled') === 'true') return;
    list.hidden = !open;
    box.setAttribute('aria-expanded', String(open));
    if (open)
      activate(
        Math.max(
          0,
          options().findIndex((item) => item.textContent === value.value),
        ),
      );
    else box.removeAttribute('aria-activedescendant');
  }
  function activate(place) {
    active = Math.min(options().length - 1, Math.max(0, place));
    for (const [at, item] of options().entries()) item.classList.toggle('active', at === active);
    const item = options()[active];
    if (item) box.setAttribute('aria-activedescendant', item.id);
  }
  function choose(item) {
    if (!item) return;
    for (const each of options()) each.setAttribute('aria-selected', String(each === item));
    value.value = item.textContent;
    box.textContent = item.textContent;
    show(false);
    value.dispatchEvent(new Event('input', { bubbles: true }));
  }

  box.addEventListener('click', () => show(!isOpen()));
  list.addEventListener('click', ({ target }) => choose(target.closest('[role="option"]')));
  box.addEventListener('keydown', (event) => {
    const moves = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in moves) {
      if (isOpen()) activate(active + moves[event.key]);
      else show(true);
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (isOpen()) choose(options()[active]);
      else show(true);
    } else if (event.key === 'Escape') show(false);
    else return;
    event.preventDefault();
  });
  addEventListener('click', ({ target }) => {
    if (!root.contains(target)) show(false);
  });
}

for (const root of document.querySelectorAll('[data-choice-of]')) choiceOf(root);
