import { countOf } from '../../ui/numbers'

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
  waiting: {
    /** Beside the status of a file that is not ready. */
    since: (waited: string, usual: string | undefined) =>
      usual === undefined ? `for ${waited}` : `for ${waited}, usually ${usual}`,
    late: (waited: string) => `still not INGESTED after ${waited}`,
  },
  /** The part of the page that shows uploads did not arrive. */
  uploads: {
    missing: (count: number) => `${countOf(count, 'upload')} cannot be shown`,
    missingText:
      "Can't reach Switchboard, so this part of the page could not be loaded. Nothing you chose is lost. Is Switchboard still running?",
    retry: 'Try again',
  },
  bulk: {
    add: 'Add to collection',
    remove: 'Remove from collection',
    delete: 'Delete',
  },
  ended: (name: string, failure: string | undefined) =>
    failure ? `${name} is FAILED. ${failure}` : `${name} is INGESTED.`,

  prompt: {
    label: 'Retrieval prompt',
    hint: 'Instructions for how agents use these files. Added to each file you upload now.',
    room: (left: string) => `${left} left.`,
  },
}
