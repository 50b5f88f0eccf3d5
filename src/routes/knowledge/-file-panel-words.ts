import { countOf } from '../../ui/numbers'

/** Every text of an open file and of deleting it; they come when one is opened. */
export const words = {
  panel: {
    unknown: 'There is no file with this id',
    unknownText: 'It may be deleted, or belong to another organization.',
    id: 'File id',
    status: 'Status',
    reason: 'Reason',
    size: 'Size',
    created: 'Created',
    updated: 'Updated',
    prompt: 'Retrieval prompt',
    noPrompt: 'None',
    collections: 'Collections',
    inNone: 'In no collection',
    membershipUnknown: 'Unknown. The service does not report the collections of a file.',
    membershipHere: 'Only what was added or removed in this browser is known; there may be more.',
    preview: 'Show preview',
    hidePreview: 'Hide preview',
    view: 'View file',
    opened: 'Opened in a new tab. If your browser held it back,',
    openAgain: 'open it here.',
    delete: 'Delete file',
    replace: 'Replace file',
  },

  late: {
    title: (waited: string) => `Still not INGESTED after ${waited}`,
    causes:
      'The service may be busy with other files, the document may be very long, or the reading of it may have stopped without a word.',
    actions: 'Check whether it is ready, keep waiting, look at the file, or delete it and upload it again.',
    checkNow: 'Check now',
    keepWaiting: 'Keep waiting',
    deleteAndUpload: 'Delete and upload again',
    waitsOn: (waited: string) => `Not INGESTED after ${waited}. This page keeps checking while it is open.`,
  },

  delete: {
    title: (name: string) => `Delete ${name}?`,
    consequence: 'Agents can no longer answer from this file. This cannot be undone.',
    /** After the consequence, where another file takes its place. */
    thenUpload: (name: string) => `Then ${name} is uploaded.`,
    unknownMembership:
      'It is unknown whether a collection contains this file. Agents that use such a collection lose it.',
    heldTitle: (name: string) => `${name} cannot be deleted yet`,
    held: (count: number) =>
      count === 1
        ? 'This file is in a collection. Remove it there first.'
        : `${countOf(count, 'collection')} contain this file. Remove it from each first.`,
    moreHolders:
      'Only what was added in this browser is known; other collections may hold it too, and agents that use them lose it.',
    planConsequence:
      'These steps do so in order. After the last one agents can no longer answer from this file, and it cannot be undone.',
    done: (name: string) => `${name} was deleted`,
  },
}
