/** The words in which the contract answers; models are trained on these. */
export const SKIPPED = 'Not executed: an earlier action in this turn failed.';

export function staleRef(ref: string): string {
  return `Error: ${ref} is stale or not found on the current page. Re-read the page to get fresh references.`;
}

export function stalePoint(x: number, y: number): string {
  return `Error: the point (${x}, ${y}) is stale: the page does not show there what the last screenshot showed. Take a new screenshot.`;
}

export function notEnabled(member: string): string {
  return `Error: ${member} is not enabled in this environment.`;
}

export function unknownTab(tab: string): string {
  return `Error: tab ${tab} does not exist. Call list_tabs to see the open tabs.`;
}

export const REFUSED_SCHEME = 'Error: Navigation refused. Only http and https URLs are allowed.';

export function navigationTimedOut(url: string, seconds: number): string {
  return `Error: Navigation to ${url} timed out after ${seconds} seconds. The page may be unavailable.`;
}

export function notConfirmed(member: string): string {
  return `Error: The user did not grant permission to run '${member}'. Do not retry it unless the user asks you to.`;
}

export function confirmFailed(member: string): string {
  return `Error: Permission to run '${member}' could not be obtained (the confirmation prompt failed). Do not retry it unless the user asks you to.`;
}

export function movedWhileAsked(member: string): string {
  return `Error: the page changed while permission to run '${member}' was asked, so nothing was done. Look at the page again before you repeat it.`;
}
