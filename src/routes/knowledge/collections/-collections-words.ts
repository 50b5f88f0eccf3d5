import { countOf } from '../../../ui/numbers'

/** Every text of the Collections screens. */
export const words = {
  title: 'Collections',
  context: 'Groups of files. A version of an agent answers from the collections it is given.',
  new: 'New collection',
  restructure: 'Restructure',
  loading: 'Loading',
  search: 'Search collections',
  columns: {
    name: 'Name',
    description: 'Description',
    files: 'Files',
    notReady: 'Not INGESTED',
    updated: 'Updated',
    unknown: '–',
    atLeast: (count: string) => `${count} or more`,
  },
  noName: 'Without a name',
  empty: {
    title: 'No collections yet',
    text: 'Create one, add files to it, and give it to an agent.',
  },
  stale: 'The list could not be refreshed. It shows the collections as they were last read.',
  note: ({ unreadable, nextCursor }: { unreadable: readonly unknown[]; nextCursor?: string }) =>
    [
      unreadable.length > 0 && `${countOf(unreadable.length, 'entry', 'entries')} could not be read`,
      nextCursor !== undefined && 'The service has more, but the interface cannot ask for them',
    ]
      .filter(Boolean)
      .join('. ') || undefined,

  form: {
    title: 'New collection',
    name: 'Name',
    description: 'Description',
    descriptionHint:
      'What it is for. Neither can be changed afterwards: the interface has no operation for it.',
    submit: 'Create collection',
    done: (name: string) => `${name} was created`,
  },

  page: {
    loading: 'Collection',
    id: 'Collection id',
    lasting:
      'The interface has no operation that renames or deletes a collection; Restructure moves agents to another one.',
    files: 'Files',
    search: 'Search files of this collection',
    add: 'Add files',
    remove: 'Remove from collection',
    removeFile: (file: string) => `Remove from collection: ${file}`,
    removed: (file: string, collection: string) => `${file} was removed from ${collection}`,
    undo: 'Undo',
    restored: (file: string, collection: string) => `${file} is in ${collection} again`,
    notRestored: (file: string) => `${file} could not be added again`,
    empty: {
      title: 'No files in this collection',
      text: 'Add files, so that agents with this collection can answer from them.',
    },
    unknown: {
      title: 'It is not known what this collection holds',
      text: 'The service does not say, and nothing was added or removed in this browser. You can still add files.',
    },
    membershipHere: 'Shown is what was added in this browser; there may be more',
    notListed: 'Not in the list of files',
    missing: 'There is no collection with this id',
    missingText: 'It may belong to another organization, or the link is wrong.',
    back: 'Show all collections',
    stale: 'This could not be refreshed. It shows the collection as it was last read.',
  },

  add: {
    title: (collection: string) => `Add files to ${collection}`,
    search: 'Search files to add',
    list: 'Files to add',
    submit: (count: number) => (count === 0 ? 'Add files' : `Add ${countOf(count, 'file')}`),
    pending: 'Adding',
    cancel: 'Cancel',
    chooseAll: (count: number) => `Choose all ${countOf(count, 'file')} shown`,
    chooseNone: 'Choose none',
    more: (count: number) => `${countOf(count, 'more file')} match. Search to see them.`,
    noMatch: 'No file matches.',
    none: 'There are no files yet. Upload some first.',
    toFiles: 'Go to Files',
    allIn: 'Every file is in this collection already.',
    notReady: 'Agents cannot answer from a file before it is INGESTED; it can be added anyway.',
    done: (count: number, collection: string) =>
      `${countOf(count, 'file')} ${count === 1 ? 'was' : 'were'} added to ${collection}`,
    partly: (failed: number, added: number) =>
      `${countOf(failed, 'file')} could not be added; ${added === 0 ? 'none was' : `${countOf(added, 'file')} ${added === 1 ? 'was' : 'were'}`}.`,
  },
}
