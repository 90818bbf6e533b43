import type { OpenHost } from './host.ts';
import { redactLogWith } from './log.ts';

/**
 * Starts the broker and the faces on it: the one place where transports meet the inside.
 *
 * The broker is loaded first, since it starts a browser at once: the rest is loaded while the browser starts.
 */
export const openHost: OpenHost = async (settings, { ownPorts, log }) => {
  const { Broker } = await import('#sessions/broker.ts');
  const opening = Broker.open(settings, { ownPorts: () => ownPorts }).then((opened) => {
    redactLogWith(opened.redactor);
    opened.onBrowser((event) => {
      if (event.kind === 'gone') log.warn(`browser: ${event.reason}`);
      else log.info([`browser: Chromium ${event.version}`, ...event.notes].join('; '));
    });
    return opened;
  });
  const [broker, { createPortalFace }, { withSkills }, { withCredentials }] = await Promise.all([
    opening,
    import('#faces/portal/face.ts'),
    import('#faces/portal/skill-tool.ts'),
    import('#faces/portal/credentials.ts'),
  ]);
  const skilled = withSkills(createPortalFace(settings), settings);
  const face = await withCredentials(skilled, () => broker.vaults.list(), settings.language);
  if (settings.workflows === undefined) return { broker, face };
  const [{ WorkflowDesk }, { createWorkflowFace, withWorkflows }] = await Promise.all([
    import('#workflow/desk.ts'),
    import('#faces/workflow/face.ts'),
  ]);
  const desk = new WorkflowDesk({ folder: settings.workflows, runs: broker.journal.runs });
  return { broker, face: withWorkflows(face, desk), workflows: { face: createWorkflowFace(desk), desk } };
};
