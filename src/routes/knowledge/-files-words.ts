import { countOf, formatCount } from '../../ui/numbers'

/** Every text of the Files screen. */
export const words = {
  title: 'Files',
  context: 'PDF and Markdown documents that agents answer from, ready to use once they are INGESTED.',
  upload: 'Upload files',
  accepted: (bytes: number) => `.pdf and .md, up to ${Math.floor(bytes / 1024 / 1024)} MB each`,
  search: 'Search files',
  filter: 'Status',
  all: 'All',
  noStatus: 'No status',
  columns: {
    name: 'Name',
    status: 'Status',
    collections: 'Collections',
    prompt: 'Prompt',
    size: 'Size',
    updated: 'Updated',
    /** In a cell whose value nobody says. */
    unknown: '–',
    atLeast: (count: string) => `${count} or more`,
  },
  empty: {
    title: 'No files yet',
    text: 'Upload a PDF or Markdown document. Once it is INGESTED, put it into a collection that an agent uses.',
  },
  stale: 'The list could not be refreshed. It shows the files as they were last read.',
  /** What of the reply is not in the list. */
  note: ({ unreadable, nextCursor }: { unreadable: readonly unknown[]; nextCursor?: string }) =>
    [
      unreadable.length > 0 && `${countOf(unreadable.length, 'entry', 'entries')} could not be read`,
      nextCursor !== undefined && 'The service has more, but the interface cannot ask for them',
    ]
      .filter(Boolean)
      .join('. ') || undefined,
  bulk: {
    add: 'Add to collection',
    remove: 'Remove from collection',
    delete: 'Delete',
  },
  ended: (name: string, failure: string | undefined) =>
    failure ? `${name} is FAILED. ${failure}` : `${name} is INGESTED.`,

  prompt: {
    label: 'Retrieval prompt',
    hint: 'Instructions for how agents use these files. Sent with every file that is uploaded while it stands here; leave it empty to send none.',
    room: (left: string) => `${left} left.`,
  },

  uploads: {
    title: 'Uploads',
    steps: {
      queued: 'Waiting for its turn',
      check: 'Looking at the document',
      address: 'Asking for an upload address',
      upload: 'Uploading',
      record: 'Creating the file record',
      added: 'Added, not listed yet',
      reading: 'Added, being read',
      cancelled: 'Cancelled. Nothing was added.',
      unrecorded:
        'Uploaded before the page was left, but it has no file record yet. Finish creates it, without uploading again.',
      interrupted: 'The page was left before this file was uploaded. Choose or drop it again to go on.',
    },
    /** How a batch stands, in one line. */
    summary: (counts: { moving: number; added: number; failed: number; unfinished: number }) =>
      [
        counts.moving > 0 && `${formatCount(counts.moving)} on the way`,
        counts.added > 0 && `${formatCount(counts.added)} added`,
        counts.failed > 0 && `${formatCount(counts.failed)} failed`,
        counts.unfinished > 0 && `${formatCount(counts.unfinished)} left unfinished by an earlier page`,
      ]
        .filter(Boolean)
        .join(', '),
    retryAll: 'Retry all failed',
    finishAll: 'Finish all',
    dismissAll: 'Dismiss all ended',
    finish: 'Finish',
    sameContent: (other: string) => `It has the same content as ${other}, which was uploaded before it.`,
    progress: (name: string) => `Uploading ${name}`,
    sameName: (name: string) =>
      `There is already a file named ${name}. Both are kept; a name with a version in it tells them apart.`,
    cancel: 'Cancel',
    retry: 'Retry',
    dismiss: 'Dismiss',
    of: (action: string, name: string) => `${action} ${name}`,
    ingested: (names: readonly string[]) =>
      names.length <= 3
        ? names.map((name) => `${name} is INGESTED.`).join(' ')
        : `${countOf(names.length, 'file')} are INGESTED.`,
  },

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
    membershipUnknown: 'Not known. The service does not say which collections hold a file.',
    membershipHere: 'Only what was added or removed in this browser is known; there may be more.',
    view: 'View file',
    opened: 'Opened in a new tab. If your browser held it back,',
    openAgain: 'open it here.',
    delete: 'Delete file',
  },

  delete: {
    title: (name: string) => `Delete ${name}?`,
    consequence: 'Agents can no longer answer from this file. This cannot be undone.',
    unknownMembership:
      'It is not known whether a collection holds this file. Agents that use such a collection lose it.',
    heldTitle: (name: string) => `${name} cannot be deleted yet`,
    held: (count: number) =>
      count === 1
        ? 'A collection holds this file. It has to be removed there first.'
        : `${countOf(count, 'collection')} hold this file. It has to be removed from each first.`,
    planConsequence:
      'These steps do so in order. After the last one agents can no longer answer from this file, and it cannot be undone.',
    done: (name: string) => `${name} was deleted`,
  },
}
