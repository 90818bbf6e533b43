import type { Socket } from 'node:net';

/**
 * Joins two sockets until both directions have ended. One side's end is passed on as an end and the other
 * direction goes on; an error or `idleTimeoutMs` without a byte either way ends both.
 *
 * @param onClosed - called once, when nothing of the tunnel is left.
 */
export function joinSockets(
  client: Socket,
  server: Socket,
  idleTimeoutMs: number,
  onClosed: () => void,
): void {
  let isOver = false;
  const over = () => {
    if (isOver) return;
    isOver = true;
    client.destroy();
    server.destroy();
    onClosed();
  };
  client.once('error', over);
  server.once('error', over);
  client.once('close', over);
  server.once('close', () => {
    // What the server had sent before it closed may still be on its way to the client.
    if (client.writableEnded && !client.writableFinished) {
      client.setTimeout(idleTimeoutMs, over);
      client.once('finish', over);
    } else over();
  });
  server.setTimeout(idleTimeoutMs, over);
  client.pipe(server);
  server.pipe(client);
}
