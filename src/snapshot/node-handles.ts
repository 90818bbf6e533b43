import type { Frame } from '#browser/frame.ts';
import type { Deadline } from '#kernel/deadline.ts';

const GROUP = 'portolan-nodes';

/**
 * Calls a method of our world in a frame with nodes that only the browser could find. Nodes that are gone are
 * left out.
 *
 * @returns what the method returned, by value; `undefined` when no node was left.
 */
export async function callWithNodes<Result>(
  frame: Frame,
  method: string,
  backendNodeIds: readonly number[],
  deadline: Deadline,
): Promise<Result | undefined> {
  const options = { deadline };
  const executionContextId = await frame.worldContextId(options);
  const found = await Promise.all(
    backendNodeIds.map((backendNodeId) =>
      frame
        .send<{ object: { objectId?: string } }>(
          'DOM.resolveNode',
          { backendNodeId, executionContextId, objectGroup: GROUP },
          options,
        )
        .then(({ object }) => object.objectId)
        .catch(() => undefined),
    ),
  );
  const handles = found.filter((objectId) => objectId !== undefined);
  if (handles.length === 0) return undefined;
  const { result } = await frame.send<{ result: { value?: Result } }>(
    'Runtime.callFunctionOn',
    {
      executionContextId,
      functionDeclaration: 'function (method, ...nodes) { return globalThis.portolan[method](...nodes); }',
      arguments: [{ value: method }, ...handles.map((objectId) => ({ objectId }))],
      returnByValue: true,
    },
    options,
  );
  frame.send('Runtime.releaseObjectGroup', { objectGroup: GROUP }, options).catch(() => {});
  return result.value;
}

/** Handles of the elements that a method of our world returns as a list. `release` when they are done with. */
export async function handlesFrom(
  frame: Frame,
  method: string,
  deadline: Deadline,
): Promise<{ readonly objectIds: readonly string[]; release(): void }> {
  const options = { deadline };
  const executionContextId = await frame.worldContextId(options);
  const { result } = await frame.send<{ result: { objectId?: string } }>(
    'Runtime.callFunctionOn',
    {
      executionContextId,
      functionDeclaration: 'function (method) { return globalThis.portolan[method](); }',
      arguments: [{ value: method }],
      objectGroup: GROUP,
    },
    options,
  );
  const { result: properties } = await frame.send<{
    result: { name: string; value?: { objectId?: string } }[];
  }>('Runtime.getProperties', { objectId: result.objectId, ownProperties: true }, options);
  const objectIds: string[] = [];
  for (const { name, value } of properties)
    if (/^\d+$/.test(name) && value?.objectId !== undefined) objectIds.push(value.objectId);
  return {
    objectIds,
    release: () =>
      void frame.send('Runtime.releaseObjectGroup', { objectGroup: GROUP }, options).catch(() => {}),
  };
}
