import { noteWait } from './turns.ts';

/** What the hook says of the family. */
export interface FamilyNews {
  readonly isEmpty: boolean;
  readonly requests: readonly string[];
  readonly others: readonly string[];
  readonly kinds: readonly string[];
  /** Whether the page watches sizes or intersections. */
  readonly watchesLayout: boolean;
  /** Whether the page sends messages to itself. */
  readonly messagesItself: boolean;
}

/** The isolated world's side of the door to the hook; see `openDoor`. */
export class HookClient {
  readonly #name: string;

  constructor(door: string) {
    this.#name = door;
  }

  /** Asks or tells; `true` when the hook said yes. */
  ask(question: string, detail: Element | null = null): boolean {
    const event = new FocusEvent(`${this.#name}-${question}`, { cancelable: true, relatedTarget: detail });
    return !document.dispatchEvent(event);
  }

  look(): FamilyNews {
    const detail = document.createElement('i');
    const isEmpty = this.ask('query', detail);
    const lines = (detail.getAttribute('data-family') ?? '').split('\n');
    const of = (mark: string) => lines.filter((line) => line[0] === mark).map((line) => line.slice(1));
    return {
      isEmpty,
      requests: of('r'),
      others: of('w'),
      kinds: of('k').flatMap((line) => line.split(' ').filter((kind) => kind !== '')),
      messagesItself: detail.hasAttribute('data-messages'),
      watchesLayout: detail.hasAttribute('data-layout'),
    };
  }

  /** Calls back with each permission that the page asked for in vain, as `<permission> <end>`. */
  onPermission(listener: (text: string) => void): void {
    document.addEventListener(`${this.#name}-asked`, () => {
      const detail = document.createElement('i');
      this.ask('permission', detail);
      listener(detail.getAttribute('data-permission') ?? '');
    });
  }

  /** Waits until the hook says that the family is empty, at most so long. */
  async emptied(limitMs: number): Promise<void> {
    noteWait();
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        document.removeEventListener(`${this.#name}-empty`, done);
        resolve();
      };
      const timer = setTimeout(done, limitMs);
      document.addEventListener(`${this.#name}-empty`, done);
    });
  }
}
