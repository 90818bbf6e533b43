import { keepClipboard } from './guard/clipboard.ts';
import { ACTION_METHODS } from './guard/world-methods.ts';
import { perceptionMethods, startPerception } from './perception/methods.ts';
import { tellOfPermissions } from './settle/permission-news.ts';

declare global {
  var portolan: unknown;
}

globalThis.portolan = { ...perceptionMethods, ...ACTION_METHODS };
startPerception();
keepClipboard();
tellOfPermissions();
