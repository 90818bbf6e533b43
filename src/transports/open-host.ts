import { createPortalFace } from '#faces/portal/face.ts';
import { withSkills } from '#faces/portal/skill-tool.ts';
import { Broker } from '#sessions/broker.ts';
import type { OpenHost } from './host.ts';

/** Starts the broker and the portal face on it: the one place where transports meet the inside. */
export const openHost: OpenHost = async (settings, { ownPorts, log }) => {
  const broker = await Broker.open(settings, { ownPorts: () => ownPorts });
  broker.onBrowser((event) => {
    if (event.kind === 'gone') log.warn(`browser: ${event.reason}`);
    else log.info([`browser: Chromium ${event.version}`, ...event.notes].join('; '));
  });
  return { broker, face: withSkills(createPortalFace(settings), settings) };
};
