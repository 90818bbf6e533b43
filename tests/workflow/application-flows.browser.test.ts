import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { runWorkflow } from '#workflow/run-workflow.ts';
import { readWorkflow } from '#workflow/workflow-file.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench } from '../support/portal-client.ts';
import { someOf } from '../support/samples.ts';
import { addCredential } from '../support/vault-bench.ts';
import {
  NODE_RED_FLOWS,
  nodeRedApplication,
  PORTAL_FLOWS,
  portalApplication,
  VERDACCIO_FLOWS,
  verdaccioApplication,
} from './application-flows.ts';

const APPLICATIONS = [
  ['the demo portal', portalApplication, PORTAL_FLOWS],
  ['node-red', nodeRedApplication, NODE_RED_FLOWS],
  ['verdaccio', verdaccioApplication, VERDACCIO_FLOWS],
] as const;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-applications-'));
  await writeFile(join(folder, 'contract.pdf'), 'a contract');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

// Each flow has an application of its own, so that all that arrived is of that flow; an ordinary run draws one of all.
const ALL = APPLICATIONS.flatMap(([name, start, flows]) => flows.map((flow) => [name, start, flow] as const));

for (const [name, start, flow] of someOf(ALL, 1))
  proves(
    ['W-14', 'W-15', 'W-20'],
    `${flow.name}: what ${name} has afterwards is what its sentences say`,
    async () => {
      await using application = await start();
      await using bench = await PortalBench.open({ uploadRoots: [folder], vaults: ['default'] });
      const { host, origin } = new URL(application.url);
      const id = 'quayside';
      await addCredential(bench.dataDir, {
        id,
        hosts: [host],
        username: 'ana@example.com',
        password: 'harbour-7',
      });
      const inputs = flow.inputs ?? {};
      const asked = Object.keys(inputs).map((input) => `\n  ${input}: {}`);
      const steps = flow.steps.map((sentence, at) => `${at + 1}. ${sentence}`);
      const workflow = readWorkflow(
        `---\nname: flow\nstart: ${origin}/${asked.length === 0 ? '' : `\ninputs:${asked.join('')}`}\n---\n${steps.join('\n')}\n`,
        'flow.md',
      );
      const session = await bench.broker.open('test');
      const run = await runWorkflow(session, workflow, { inputs, confirmedBy: 'test' });
      expect(run.said).toBe(`Done and checked: ${steps.length} of ${steps.length} steps.`);
      expect(await application.effect(flow.name)).toMatchObject(application.expected(flow.name) as object);
      await session.close('done');
    },
    120_000,
  );
