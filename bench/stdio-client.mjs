// A client of a tool server over standard input and output: JSON-RPC, one message a line, and nothing else,
// so that what is measured is the server.
import { spawn } from 'node:child_process';

export class StdioClient {
  #lastId = 0;
  #waiting = new Map();
  #parts = [];
  #said = '';

  constructor(command, args, options = {}) {
    this.child = spawn(command, args, { stdio: 'pipe', ...options });
    this.child.stdout.setEncoding('utf8').on('data', (chunk) => this.#take(chunk));
    this.child.stderr.setEncoding('utf8').on('data', (chunk) => {
      this.#said = (this.#said + chunk).slice(-500);
    });
    this.child.stdin.on('error', () => {});
    this.exited = new Promise((resolve) => this.child.once('exit', resolve));
    this.exited.then(() => {
      for (const { reject } of this.#waiting.values())
        reject(new Error(`the server ended: ${this.#said.trim()}`));
    });
  }

  #take(chunk) {
    const lines = chunk.split('\n');
    this.#parts.push(lines[0]);
    for (const next of lines.slice(1)) {
      this.#hear(this.#parts.join(''));
      this.#parts = [next];
    }
  }

  #hear(line) {
    if (!line.trim()) return;
    const message = JSON.parse(line);
    if (message.method !== undefined) {
      if (message.id !== undefined) this.#write({ id: message.id, result: {} });
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) waiting?.reject(new Error(message.error.message));
    else waiting?.resolve(message.result);
  }

  #write(message) {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  request(method, params = {}) {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#write({ id, method, params });
    });
  }

  async begin() {
    await this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1' },
    });
    this.#write({ method: 'notifications/initialized' });
  }

  async call(name, args = {}) {
    const { content, isError } = await this.request('tools/call', { name, arguments: args });
    const text = content.map((part) => part.text ?? '').join('\n');
    if (isError) throw new Error(`${name}: ${text.slice(0, 300)}`);
    return text;
  }

  async close() {
    this.child.stdin.end();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 5_000);
    await this.exited;
    clearTimeout(timer);
  }
}
