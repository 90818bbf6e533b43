import { fail } from '#kernel/errors.ts';
import type { JournalStore } from './journal-store.ts';
import { errorOf, type StoreAnswer, type StoreCall, type StoreMethod } from './store-message.ts';

/** The near end of the channel: a worker, or a message port. */
export interface CallingPort {
  on(event: 'message', listener: (answer: StoreAnswer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit' | 'close', listener: () => void): unknown;
  postMessage(call: StoreCall): void;
  ref(): void;
  unref(): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * A store in another thread. Calls are done in the order in which they are made. The process stays alive
 * for a call that is not answered yet, and for nothing else.
 */
export class StoreClient implements JournalStore {
  readonly #port: CallingPort;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #ended: Error | undefined;
  #closing: Promise<void> | undefined;

  constructor(port: CallingPort) {
    this.#port = port;
    port.on('message', (answer) => this.#take(answer));
    port.on('error', (error) => this.#end(error));
    port.on('exit', () => this.#end());
    port.on('close', () => this.#end());
    port.unref();
  }

  append: JournalStore['append'] = (...args) => this.#call('append', args);
  begin: JournalStore['begin'] = (...args) => this.#call('begin', args);
  settle: JournalStore['settle'] = (...args) => this.#call('settle', args);
  renew: JournalStore['renew'] = (...args) => this.#call('renew', args);
  receipt: JournalStore['receipt'] = (...args) => this.#call('receipt', args);
  records: JournalStore['records'] = (...args) => this.#call('records', args);
  chainRows: JournalStore['chainRows'] = (...args) => this.#call('chainRows', args);
  chainSessions: JournalStore['chainSessions'] = (...args) => this.#call('chainSessions', args);
  chainHeads: JournalStore['chainHeads'] = (...args) => this.#call('chainHeads', args);
  artifacts: JournalStore['artifacts'] = (...args) => this.#call('artifacts', args);
  artifactBytes: JournalStore['artifactBytes'] = (...args) => this.#call('artifactBytes', args);
  askApprovals: JournalStore['askApprovals'] = (...args) => this.#call('askApprovals', args);
  approvals: JournalStore['approvals'] = (...args) => this.#call('approvals', args);
  answerApprovals: JournalStore['answerApprovals'] = (...args) => this.#call('answerApprovals', args);
  useApproval: JournalStore['useApproval'] = (...args) => this.#call('useApproval', args);
  beginRun: JournalStore['beginRun'] = (...args) => this.#call('beginRun', args);
  addRunStep: JournalStore['addRunStep'] = (...args) => this.#call('addRunStep', args);
  endRun: JournalStore['endRun'] = (...args) => this.#call('endRun', args);
  runs: JournalStore['runs'] = (...args) => this.#call('runs', args);
  runSteps: JournalStore['runSteps'] = (...args) => this.#call('runSteps', args);
  probe: JournalStore['probe'] = (...args) => this.#call('probe', args);
  integrityFaults: JournalStore['integrityFaults'] = (...args) => this.#call('integrityFaults', args);
  vaultKey: JournalStore['vaultKey'] = (...args) => this.#call('vaultKey', args);
  beginVaultKey: JournalStore['beginVaultKey'] = (...args) => this.#call('beginVaultKey', args);
  vaultRecords: JournalStore['vaultRecords'] = (...args) => this.#call('vaultRecords', args);
  vaultRecord: JournalStore['vaultRecord'] = (...args) => this.#call('vaultRecord', args);
  allVaultRecords: JournalStore['allVaultRecords'] = (...args) => this.#call('allVaultRecords', args);
  putVaultRecord: JournalStore['putVaultRecord'] = (...args) => this.#call('putVaultRecord', args);
  removeVaultRecord: JournalStore['removeVaultRecord'] = (...args) => this.#call('removeVaultRecord', args);
  rotateVaultKey: JournalStore['rotateVaultKey'] = (...args) => this.#call('rotateVaultKey', args);
  claimCodeStep: JournalStore['claimCodeStep'] = (...args) => this.#call('claimCodeStep', args);

  close(): Promise<void> {
    this.#closing ??= this.#call('close', []);
    return this.#closing;
  }

  #call<Method extends StoreMethod>(
    method: Method,
    args: Parameters<JournalStore[Method]>,
  ): ReturnType<JournalStore[Method]> {
    const answer = new Promise<unknown>((resolve, reject) => {
      if (this.#ended !== undefined) {
        reject(this.#ended);
        return;
      }
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, { resolve, reject });
      if (this.#waiting.size === 1) this.#port.ref();
      this.#port.postMessage({ id: this.#lastId, method, arguments: args });
    });
    // The other end runs the method of this name on a store and sends back what it gave.
    return answer as ReturnType<JournalStore[Method]>;
  }

  #take(answer: StoreAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) this.#port.unref();
    if ('error' in answer) waiting?.reject(errorOf(answer.error));
    else waiting?.resolve(answer.value);
  }

  #end(cause?: Error): void {
    this.#ended ??= fail(
      'environment',
      this.#closing === undefined ? 'The thread that keeps the journal ended.' : 'The journal is closed.',
      { remedy: 'Start Portolan again; nothing that was acknowledged is lost.' },
      cause,
    );
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}
