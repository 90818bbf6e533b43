import type { ServerResponse } from 'node:http';
import { type Answer, openSite, type SeenRequest, type Site } from '../../support/site.ts';

/** A small site with a sign-in, for the agent only. */
export interface SmallPortal extends AsyncDisposable {
  readonly url: string;
  /** What visitors did, in order. */
  readonly effects: readonly string[];
  /** Makes open pages load or draw their list anew, behind the agent's back. */
  refresh(): void;
}

export interface Visit {
  readonly request: SeenRequest;
  readonly form: URLSearchParams;
  readonly query: URLSearchParams;
  readonly isSignedIn: boolean;
  /** A page, or anything else by its type. */
  send(body: string, type?: string, status?: number): void;
  redirect(path: string): void;
  signIn(): void;
  /** Ends the session of this visitor. */
  drop(): void;
}

export interface Desk {
  readonly routes: Readonly<Record<string, (visit: Visit) => void>>;
  /** Reached without a session. */
  readonly open: readonly string[];
  readonly signInPath: string;
}

/** Serves a desk: sessions by cookie, everything but `open` behind the sign-in, and a stream of refreshes. */
export async function openSmallPortal(make: (note: (effect: string) => void) => Desk): Promise<SmallPortal> {
  const effects: string[] = [];
  const listeners = new Set<ServerResponse>();
  const sessions = new Set<string>();
  let count = 0;
  const { routes, open, signInPath } = make((effect) => effects.push(effect));

  const answers: Record<string, Answer> = {
    '/stream': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(':\n\n');
      listeners.add(response);
      response.once('close', () => listeners.delete(response));
    },
  };
  for (const [path, handle] of Object.entries(routes)) {
    answers[path] = (request, response) => {
      const id = /desk=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
      const redirect = (to: string) => {
        response.writeHead(303, { location: to });
        response.end();
      };
      if (!sessions.has(id) && !open.includes(path)) return redirect(signInPath);
      handle({
        request,
        form: new URLSearchParams(request.body),
        query: new URL(request.path, 'http://desk').searchParams,
        isSignedIn: sessions.has(id),
        send: (body, type = 'text/html; charset=utf-8', status = 200) => {
          response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
          response.end(body);
        },
        redirect,
        signIn: () => {
          const fresh = `s${++count}`;
          sessions.add(fresh);
          effects.push('signed in');
          response.setHeader('set-cookie', `desk=${fresh}; Path=/; SameSite=Lax`);
        },
        drop: () => {
          sessions.delete(id);
          effects.push('session dropped');
        },
      });
    };
  }
  const site: Site = await openSite(answers);
  return {
    url: site.origin,
    effects,
    refresh: () => {
      for (const listener of listeners) listener.write('data: again\n\n');
    },
    [Symbol.asyncDispose]: () => site.close(),
  };
}
