let waits = 0;

/** How often anything here was waited for, so that a caller can tell whether it still is in its first task. */
export function waitsSoFar(): number {
  return waits;
}

export function noteWait(): void {
  waits += 1;
}

/** Lets tasks that are queued already run before ours. */
export async function messageTurn(): Promise<void> {
  noteWait();
  await new Promise<void>((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(0);
  });
}

const STEP_LIMIT_MS = 100;

/** Waits for one rendering step, and what observers of layout are told in it. */
export async function renderingStep(): Promise<void> {
  noteWait();
  const root = document.documentElement;
  if (root === null) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      observer.disconnect();
      resolve();
    };
    const timer = setTimeout(done, STEP_LIMIT_MS);
    const observer = new IntersectionObserver(done);
    observer.observe(root);
    // An observer alone does not make the browser draw.
    requestAnimationFrame(() => {});
  });
  await messageTurn();
}

export async function pause(ms: number): Promise<void> {
  noteWait();
  await new Promise<void>((resolve) => setTimeout(resolve, ms));
}
