const CONTROLS =
  'a[href], button, input, select, textarea, summary, [role=button], [role=link], [tabindex], [onclick]';

/** Whether there is anything to act on in the light tree. */
export function hasControls(): boolean {
  return document.querySelector(CONTROLS) !== null;
}

/** Whether a script of the page may still build it: it is loading, or an element waits to be filled. */
export function mayStillBuild(): boolean {
  if (document.readyState !== 'complete') return true;
  return document.scripts.length > 0 && document.body !== null && document.body.innerText.trim() === '';
}
