import { perceptionMethods, startPerception } from './perception/methods.ts';

declare global {
  var portolan: unknown;
}

globalThis.portolan = { ...perceptionMethods };
startPerception();
