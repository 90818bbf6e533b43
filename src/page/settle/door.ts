import type { AskedPermission, PermissionEnd } from '#page/wire.ts';
import {
  adopt,
  arm,
  describeFamily,
  disarm,
  endTask,
  enterFamily,
  isEmpty,
  isRunningFamily,
  whenEmpty,
} from './family.ts';
import {
  apply,
  construct,
  dispatch,
  getter,
  listen,
  NativeEvent,
  preventDefault,
  prototypeOf,
  setAttribute,
  wrapMethod,
} from './natives.ts';
import { followAnimations, listenOnWindow, stepLayout, watchesLayout } from './wrap-events.ts';
import { messagesItself } from './wrap-messages.ts';

/** What the hook tells unasked. */
export interface Door {
  permissionEnded(asked: AskedPermission, end: PermissionEnd): void;
}

/**
 * The way between this hook and our isolated world, which share the document only: events of a secret name
 * on `document`. The isolated world asks by an event and is answered by its `defaultPrevented`; longer
 * answers are written on the detached element that comes with it.
 */
export function openDoor(name: string): Door {
  const detailOf = getter(FocusEvent.prototype, 'relatedTarget') as (event: Event) => Element | null;
  let permission = '';
  const answers: Record<string, (event: Event) => void> = {
    present: preventDefault,
    arm: (event) => {
      arm();
      stepLayout(false);
      followAnimations(false);
      preventDefault(event);
    },
    query: (event) => {
      if (isEmpty()) preventDefault(event);
      const detail = detailOf(event);
      if (detail === null) return;
      setAttribute(detail, 'data-family', describeFamily());
      if (messagesItself()) setAttribute(detail, 'data-messages', '');
      if (watchesLayout()) setAttribute(detail, 'data-layout', '');
    },
    permission: (event) => {
      const detail = detailOf(event);
      if (detail !== null) setAttribute(detail, 'data-permission', permission);
    },
    running: (event) => {
      if (isRunningFamily()) preventDefault(event);
    },
    enter: () => enterFamily(),
    adopt: () => adopt(true),
    orphan: () => adopt(false),
    step: () => stepLayout(true),
    stepped: () => stepLayout(false),
    animate: () => followAnimations(true),
    animated: () => followAnimations(false),
    disarm: () => disarm(),
    over: () => endTask(),
  };
  const questions = Object.keys(answers);
  const listenOnDocument = () => {
    for (let at = 0; at < questions.length; at += 1) {
      const question = questions[at] as string;
      listen(document, `${name}-${question}`, answers[question] as EventListener);
    }
  };
  listenOnDocument();
  whenEmpty(() => {
    dispatch(document, construct(NativeEvent, [`${name}-empty`]));
  });
  for (const method of ['open', 'write', 'writeln']) {
    wrapMethod(prototypeOf('Document'), method, (native, self, parameters) => {
      const answer = apply(native, self, parameters);
      if (self === document) {
        listenOnDocument();
        listenOnWindow();
      }
      return answer;
    });
  }
  return {
    permissionEnded: (asked, end) => {
      permission = `${asked} ${end}`;
      dispatch(document, construct(NativeEvent, [`${name}-asked`]));
    },
  };
}
