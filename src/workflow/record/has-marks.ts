/** What the journal has written in the place of a secret. */
export function hasSecretMark(text: string): boolean {
  return /«(?:secret:|redacted»|credentials»)/u.test(text);
}

/** Variables and redacted secrets are ours to write, and no page's. */
export function hasMarks(text: string): boolean {
  return text.includes('{{') || text.includes('}}') || hasSecretMark(text);
}
