import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import type { HostedSkill } from '#transports/host.ts';

const MARKDOWN = 'text/markdown';

/** Offers skills as resources, `skill://<name>`: the list has their names and descriptions, reading one its body. */
export function serveSkills(server: Server, skills: readonly HostedSkill[]): void {
  server.setRequestHandler('resources/list', () => ({
    resources: skills.map(({ name, description }) => ({
      uri: uriOf(name),
      name,
      description,
      mimeType: MARKDOWN,
    })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const skill = skills.find(({ name }) => uriOf(name) === uri);
    if (skill === undefined) {
      const known = skills.map(({ name }) => uriOf(name)).join(', ') || 'none';
      throw new ResourceNotFoundError(uri, `There is no resource ${uri}. There are: ${known}.`);
    }
    return { contents: [{ uri, mimeType: MARKDOWN, text: skill.body }] };
  });
}

function uriOf(name: string): string {
  return `skill://${name}`;
}
