import { type ErrorCatalogue, failFrom } from '#kernel/error.ts';

export const WORKFLOW_ERRORS = {
  workflow_invalid: {
    means: 'The workflow file is not written as one; the sentence names the line.',
    remedy: 'Mend the named line and check the file again.',
    retry: 'when-changed',
    status: 422,
    exit: 2,
  },
  step_not_understood: {
    means: 'A step is no sentence that any lexicon knows.',
    remedy: 'Write the step as one of the phrasings that `portolan workflow check` shows.',
    retry: 'when-changed',
    status: 422,
    exit: 2,
  },
  input_missing: {
    means: 'The workflow asks for inputs that were not given, or was given ones it does not know.',
    remedy: 'Give exactly the inputs that the sentence names.',
    retry: 'no',
    status: 400,
    exit: 2,
  },
  secret_input: {
    means:
      'A secret came by a way that would keep or show it, or what is no secret came by the way for secrets.',
    remedy:
      'Give it at the prompt or with --secrets-stdin, or as `secrets` over HTTP or in a program; a model never gives it.',
    retry: 'no',
    status: 400,
    exit: 2,
  },
  workflow_not_found: {
    means: 'No saved workflow is meant by these words.',
    remedy: 'Say the name more exactly; `portolan workflow list` prints the names.',
    retry: 'when-changed',
    status: 404,
    exit: 4,
  },
  run_not_found: {
    means: 'No run is kept under this id.',
    remedy: 'Take an id from `portolan workflow runs`.',
    retry: 'when-changed',
    status: 404,
    exit: 4,
  },
  run_held: {
    means: 'A run stopped at a question for a person, and the same call came before it was allowed.',
    remedy: 'Let the person answer, then send the same call again.',
    retry: 'when-changed',
    status: 409,
    exit: 1,
  },
  workflow_not_shown: {
    means: 'What is to be saved is not what was shown last.',
    remedy: 'Look at what is shown now, then save it with its confirm.',
    retry: 'when-changed',
    status: 409,
    exit: 2,
  },
  workflow_exists: {
    means: 'There is a workflow file of that name already.',
    remedy: 'Choose another name, or edit the file that is there.',
    retry: 'no',
    status: 409,
    exit: 2,
  },
  nothing_recorded: {
    means: 'Nothing that the session did can be said as a step of a workflow.',
    remedy: 'Do the task once in the session, on elements that have names, and save it then.',
    retry: 'when-changed',
    status: 409,
    exit: 2,
  },
} as const satisfies ErrorCatalogue;

export const fail = failFrom(WORKFLOW_ERRORS);
