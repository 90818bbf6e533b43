// The floor's observation: one walk that runs inside the page and returns text. It skips most of what makes
// names and roles right; what it costs is what looking at every node once costs.
/* global document, Node -- runs in the page */

function walkPage() {
  globalThis.benchFloor ??= { last: 0, numbers: new WeakMap(), elements: new Map() };
  const known = globalThis.benchFloor;
  const roles = { A: 'link', BUTTON: 'button', INPUT: 'textbox', TEXTAREA: 'textbox', SELECT: 'combobox' };
  const silent = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT']);
  const inline = new Set(['SPAN', 'B', 'I', 'EM', 'STRONG', 'TIME', 'TD']);
  const lines = [];
  let text = '';
  let labels;

  const fold = (words) => words.replace(/\s+/g, ' ').trim();
  const endLine = () => {
    const line = fold(text);
    text = '';
    if (line) lines.push(line);
  };
  const numberOf = (element) => {
    let number = known.numbers.get(element);
    if (!number) {
      number = ++known.last;
      known.numbers.set(element, number);
      known.elements.set(number, new WeakRef(element));
    }
    return number;
  };
  // One map from the labels: the first read of each control's own list walks the whole document.
  const labelOf = (control) => {
    if (!labels) {
      labels = new Map();
      for (const label of document.querySelectorAll('label'))
        if (label.control) labels.set(label.control, label);
    }
    return labels.get(control)?.textContent;
  };
  const nameOf = (element) =>
    fold(
      element.getAttribute('aria-label') ||
        (element.tagName === 'INPUT' && labelOf(element)) ||
        element.textContent ||
        element.placeholder ||
        '',
    );

  const visitBelow = (parent) => {
    for (let child = parent.firstChild; child; child = child.nextSibling) visit(child);
  };
  const visit = (node) => {
    if (node.nodeType === Node.TEXT_NODE) text += node.data;
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const tag = node.tagName;
    if (silent.has(tag)) return;
    const role = roles[tag];
    if (role) {
      if (!node.checkVisibility()) return;
      endLine();
      const value = tag !== 'BUTTON' && node.value ? `: ${node.value}` : '';
      lines.push(`[${numberOf(node)}] ${role} "${nameOf(node)}"${value}`);
      return;
    }
    if (tag === 'IFRAME') {
      endLine();
      const inner = node.contentDocument?.body;
      if (inner) visitBelow(inner);
      return;
    }
    if (tag === 'SLOT') {
      for (const assigned of node.assignedNodes()) visit(assigned);
      return;
    }
    const isBlock = !inline.has(tag);
    if (isBlock) endLine();
    else text += ' ';
    visitBelow(node.shadowRoot ?? node);
    if (isBlock) endLine();
  };
  visitBelow(document.body);
  endLine();
  return lines.join('\n');
}

export const FLOOR_WALK = `(${walkPage})()`;
