import { SecretRedactor } from '#kernel/redact.ts';

export const CANARY = 'c4nary-5ecret';

export function redactorWithCanary(): SecretRedactor {
  const redactor = new SecretRedactor();
  redactor.add('canary', CANARY);
  return redactor;
}
