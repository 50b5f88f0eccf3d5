import { countOf, formatCount } from '../../ui/numbers'

/** Every text of the uploads above the files; they come with the first upload. */
export const words = {
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
    interrupted: 'Interrupted. Choose the file again.',
  },
  /** How a batch stands, in one line. */
  summary: (counts: { moving: number; added: number; failed: number; unfinished: number }) =>
    [
      counts.moving > 0 && `${formatCount(counts.moving)} on the way`,
      counts.added > 0 && `${formatCount(counts.added)} uploaded`,
      counts.failed > 0 && `${formatCount(counts.failed)} failed`,
      counts.unfinished > 0 && `${formatCount(counts.unfinished)} interrupted`,
    ]
      .filter(Boolean)
      .join(', '),
  retryAll: 'Retry all failed',
  finishAll: 'Finish all',
  dismissAll: 'Clear finished',
  finish: 'Finish',
  sameContent: (other: string) => `It has the same content as ${other}, which was uploaded before it.`,
  progress: (name: string) => `Uploading ${name}`,
  sameName: (name: string) =>
    `There is already a file named ${name}. Both files are kept. Add a date to tell them apart.`,
  cancel: 'Cancel',
  retry: 'Retry',
  dismiss: 'Dismiss',
  of: (action: string, name: string) => `${action} ${name}`,
  ingested: (names: readonly string[]) =>
    names.length <= 3
      ? names.map((name) => `${name} is INGESTED.`).join(' ')
      : `${countOf(names.length, 'file')} are INGESTED.`,
}
