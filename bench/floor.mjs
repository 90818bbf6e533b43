// The floor: a browser over a pipe, one walk in the page as its observation, real input events as its actions.
// It checks nothing, waits for nothing and records nothing, so nothing that does can be faster.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FLOOR_WALK } from './floor-walk.mjs';

const SWITCHES =
  '--no-sandbox --headless --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run --no-default-browser-check --mute-audio --window-size=1280,800'.split(
    ' ',
  );

/** The protocol over file descriptors 3 and 4: JSON messages with a zero byte after each. */
class Pipe {
  #lastId = 0;
  #waiting = new Map();
  #parts = [];
  listeners = new Set();

  constructor(executable, folder) {
    this.child = spawn(
      executable,
      [...SWITCHES, '--remote-debugging-pipe', `--user-data-dir=${folder}`, 'about:blank'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
    );
    this.child.stdio[3].on('error', () => {});
    this.child.stdio[4].on('data', (chunk) => this.#take(chunk));
    this.exited = new Promise((resolve) => this.child.once('exit', resolve));
  }

  #take(chunk) {
    let rest = chunk;
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      this.#parts.push(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      const message = JSON.parse(Buffer.concat(this.#parts).toString());
      this.#parts = [];
      this.#deliver(message);
    }
    if (rest.length > 0) this.#parts.push(rest);
  }

  #deliver(message) {
    if (message.id === undefined) {
      for (const listener of this.listeners) listener(message);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) waiting?.reject(new Error(message.error.message));
    else waiting?.resolve(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }
}

export async function startFloor({ executable }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-floor-'));
  const pipe = new Pipe(executable, folder);
  const { sessionId } = await pipe.send('Target.attachToTarget', {
    targetId: await firstTab(pipe),
    flatten: true,
  });
  const frames = new Set();
  pipe.listeners.add(({ method, params, sessionId: from }) => {
    if (from !== sessionId) return;
    if (method === 'Target.attachedToTarget' && params.targetInfo.type === 'iframe')
      frames.add(params.sessionId);
    if (method === 'Target.detachedFromTarget') frames.delete(params.sessionId);
  });
  const send = (method, params) => pipe.send(method, params, sessionId);
  await Promise.all([
    send('Page.enable'),
    send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }),
  ]);

  async function evaluate(expression, session = sessionId) {
    const reply = await pipe.send('Runtime.evaluate', { expression, returnByValue: true }, session);
    if (reply.exceptionDetails) throw new Error(reply.exceptionDetails.exception?.description);
    return reply.result.value;
  }
  const look = async () =>
    (await Promise.all([sessionId, ...frames].map((session) => evaluate(FLOOR_WALK, session)))).join('\n');
  const press = async (ref) => {
    const point =
      await evaluate(`(() => { const e = benchFloor.elements.get(${ref}).deref(); let box = e.getBoundingClientRect();
      if (box.top < 0 || box.bottom > innerHeight) { e.scrollIntoView({ block: 'center', behavior: 'instant' }); box = e.getBoundingClientRect(); }
      const x = box.x + box.width / 2, y = box.y + box.height / 2;
      return e.contains(document.elementFromPoint(x, y)) ? { x, y } : null; })()`);
    if (!point) throw new Error(`${ref} is covered`);
    const event = { ...point, button: 'left', clickCount: 1 };
    await Promise.all([
      send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...point }),
      send('Input.dispatchMouseEvent', { type: 'mousePressed', ...event }),
      send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...event }),
    ]);
  };
  const fill = async (ref, value) => {
    await evaluate(`(() => { const e = benchFloor.elements.get(${ref}).deref(); e.focus(); e.select(); })()`);
    await send('Input.insertText', { text: value });
  };

  return {
    open: async (url) => {
      const loaded = new Promise((resolve) => {
        const listener = ({ method, sessionId: from }) => {
          if (method !== 'Page.loadEventFired' || from !== sessionId) return;
          pipe.listeners.delete(listener);
          resolve();
        };
        pipe.listeners.add(listener);
      });
      await send('Page.navigate', { url });
      await loaded;
      return await look();
    },
    snapshot: look,
    refOf: (text, name) => new RegExp(`^\\[(\\d+)\\] \\w+ "${name}"`, 'm').exec(text)?.[1],
    clickAndSee: async (ref) => {
      await press(ref);
      return await look();
    },
    fill,
    sendForm: async (fields, submit) => {
      for (const { ref, value } of fields) await fill(ref, value);
      await press(submit);
      return await look();
    },
    evaluate,
    close: async () => {
      pipe.send('Browser.close').catch(() => {});
      await pipe.exited;
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** The tab may show a moment after the pipe opens. */
async function firstTab(pipe) {
  for (;;) {
    const { targetInfos } = await pipe.send('Target.getTargets');
    const tab = targetInfos.find(({ type }) => type === 'page');
    if (tab) return tab.targetId;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
