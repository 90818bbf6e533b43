/** Whether a script of the page may still build it: it is loading, or shows nothing that can be read. */
export function mayStillBuild(): boolean {
  if (document.readyState !== 'complete') return true;
  if (document.scripts.length === 0 || document.body === null) return false;
  return !hasVisibleText(document.body);
}

function hasVisibleText(body: HTMLElement): boolean {
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (
      node.nodeValue?.trim() &&
      parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
      return true;
  }
  return false;
}
