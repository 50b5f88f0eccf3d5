import { countOf, formatCount } from '../../ui/numbers'

const joined = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** Every text of what is done with several files at once, and of deleting by a plan. */
export const words = {
  reading: 'Reading which collections hold what',
  cancel: 'Cancel',
  close: 'Close',

  plan: {
    states: {
      waiting: 'Waiting',
      working: 'Under way',
      done: 'Done',
      failed: 'Failed',
      'held back': 'Not tried',
    },
    heldBack: 'The step before it failed.',
    steps: {
      add: (file: string, collection: string) => `${file}: add to ${collection}`,
      remove: (file: string, collection: string) => `${file}: remove from ${collection}`,
      delete: (file: string) => `${file}: delete`,
    },
    progress: (done: number, total: number, failed: number) =>
      [
        `${formatCount(done)} of ${countOf(total, 'step')} done`,
        failed > 0 && `${formatCount(failed)} failed`,
      ]
        .filter(Boolean)
        .join(', '),
    more: (count: number) => `${formatCount(count)} more`,
    next: 'Next step',
    all: 'Carry out all steps',
    goOn: 'Continue',
    retry: 'Retry what failed',
    stop: 'Stop',
    stopping: 'Stopping after this step',
    dismiss: 'Dismiss what is left',
    stays: 'What is left stays among the open work of the Files and Collections screens.',
  },

  undo: {
    label: 'Undo',
    what: 'Undo what was done',
    done: {
      add: (count: number, collection: string) =>
        `${countOf(count, 'file')} ${count === 1 ? 'is' : 'are'} in ${collection} again`,
      remove: (count: number, collection: string) =>
        `${countOf(count, 'file')} ${count === 1 ? 'is' : 'are'} out of ${collection} again`,
    },
    failed: (count: number) => `The undoing of ${countOf(count, 'file')} failed`,
    failedText: 'It is in the open work of the Files and Collections screens. Retry it there.',
  },

  add: {
    title: (count: number) => `Add ${countOf(count, 'file')} to a collection`,
    collection: 'Collection',
    choose: 'Choose a collection',
    none: 'There is no collection yet.',
    toCollections: 'Create one',
    inAlready: (count: number) =>
      `${countOf(count, 'file')} of these ${count === 1 ? 'is' : 'are'} in it already.`,
    notReady: 'Some of these files are not INGESTED. Agents cannot answer from them yet.',
    submit: (count: number) => `Add ${countOf(count, 'file')}`,
    running: (collection: string) => `Adding to ${collection}`,
    done: (count: number, collection: string) => `${countOf(count, 'file')} added to ${collection}`,
  },

  remove: {
    title: (count: number) => `Remove ${countOf(count, 'file')} from a collection`,
    none: 'No collection contains any of these files.',
    holds: (count: number, of: number) =>
      count === of
        ? 'It contains all of these files.'
        : `It contains ${formatCount(count)} of these files; only those are removed.`,
    unknown:
      'The service does not report the files of this collection. Every file is tried; those that are not in it are refused.',
    consequence:
      'Agents that use the collection no longer answer from them. The files stay, and can be added again.',
    submit: (count: number) => `Remove ${countOf(count, 'file')}`,
    running: (collection: string) => `Removing from ${collection}`,
    done: (count: number, collection: string) => `${countOf(count, 'file')} removed from ${collection}`,
  },

  delete: {
    title: (count: number) => `Delete ${countOf(count, 'file')}?`,
    consequence: 'Agents can no longer answer from these files. This cannot be undone.',
    free: (count: number) => `${countOf(count, 'file')} ${count === 1 ? 'is' : 'are'} held by no collection.`,
    unknown: (count: number) =>
      `Of ${countOf(count, 'file')} it is not known whether a collection holds them. Agents that use such a collection lose them.`,
    held: (count: number) =>
      count === 1
        ? '1 file is held by collections and stays, unless its plan is carried out:'
        : `${formatCount(count)} files are held by collections and stay, unless their plan is carried out:`,
    planOf: (file: string, holders: readonly string[]) =>
      `${file}: remove from ${joined(holders)}, then delete`,
    withHeld: (count: number) =>
      count === 1
        ? 'Also remove this file from its collections and delete it'
        : `Also remove these ${formatCount(count)} files from their collections and delete them`,
    typed: 'delete',
    type: ['Type', 'to confirm'] as const,
    submit: (count: number) => `Delete ${countOf(count, 'file')}`,
    running: 'Deleting files',
    done: (count: number) => `${countOf(count, 'file')} ${count === 1 ? 'was' : 'were'} deleted`,
    doneOne: (name: string) => `${name} was deleted`,
  },
}
