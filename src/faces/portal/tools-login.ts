import { z } from 'zod';
import { login } from '#operations/login.ts';
import { type PortalTool, tool } from './tool.ts';

/** What sessions with a vault have beside the usual tools. */
export const LOGIN_TOOLS: readonly PortalTool[] = [
  tool({
    name: 'browser_login',
    title: 'Sign in',
    description:
      'Signs in on the sign-in page in the current tab with a credential, by its id; finds and fills the fields out of your sight. "rejected" is a result: the credential is no good, stop. "challenge" and "inconclusive" prove nothing: take a snapshot, then try again.',
    schema: z.strictObject({
      credentialId: z.string().min(1).max(200).describe('From the list of credentials, exactly'),
    }),
    effect: 'acts',
    ask: ({ credentialId }) => ({ operation: login, input: { credentialId } }),
  }),
];
