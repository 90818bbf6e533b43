import { connect } from 'node:net';

/** Sends bytes as they are and returns the status of the answer, for requests that no client library would send. */
export function rawStatus(port: number, lines: readonly string[], body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`);
    });
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1];
      if (status !== undefined) {
        socket.destroy();
        resolve(Number(status));
      }
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('closed without an answer')));
  });
}
