import type { Replacement, StepName } from '../../../queries/replacements'
import { countOf } from '../../../ui/numbers'

/** Every text of replacing a file. */
export const words = {
  files: 'Files',
  new: {
    title: (name: string) => `Replace ${name}`,
    context:
      'The old file keeps serving until the new one is INGESTED, in the same collections, and validated by you.',
    missing: 'There is no file with this id',
    missingText: 'It may be deleted, or belong to another organization.',
    choose: 'Choose the new file',
    chooseOther: 'Choose another file',
    accepted: (bytes: number) => `.pdf or .md, up to ${Math.floor(bytes / 1024 / 1024)} MB`,
    chosen: (name: string, size: string) => `${name}, ${size}`,
    name: 'File name',
    nameHint: 'Dated, to tell the old and the new file apart.',
    nameTaken: 'A file of this name exists. Choose another name.',
    prompt: 'Retrieval prompt',
    promptHint: 'Taken over from the old file. Leave it empty to send none.',
    start: 'Start replacement',
  },
  job: {
    title: (name: string) => `Replace ${name}`,
    context: (name: string) => `New file: ${name}`,
    loading: 'Replacement',
    missing: 'This browser does not know this replacement',
    missingText: 'It was started in another browser, or what this browser remembers was emptied.',
  },
  steps: {
    list: 'List the state',
    address: 'Request an upload address',
    upload: 'Upload the content',
    record: 'Create the file record',
    ingest: 'Wait for INGESTED',
    add: 'Add the new file to the collections',
    validate: 'Validate with the affected agents',
    remove: 'Remove the old file from the collections',
    delete: 'Delete the old record',
    back: 'Roll back',
  } satisfies Record<StepName | 'back', string>,
  next: {
    list: 'The collections that hold the old file are listed.',
    look: 'The last request may have been done. It is looked up before anything is sent again.',
    address: 'An upload address is asked for.',
    upload: 'The content is uploaded.',
    record: 'The file record is created.',
    wait: 'The new file is waited for until it is INGESTED.',
    add: 'The new file is added to the collections of the old one.',
    remove: 'The old file is removed from the collections. Until the last step this can be rolled back.',
    delete: 'The old record is deleted.',
    'put back': 'The old file is put back into its collections.',
    'take out': 'The new file is removed from the collections.',
    'delete fresh': 'The record of the new file is deleted.',
    content: 'Choose the file again: a page that was reloaded no longer has its content.',
    holders: 'Say which collections hold the old file.',
    validation: 'Validate the answers, then tick the box. The old file keeps serving until then.',
    deletion: 'The old record is deleted when you continue. This is the one step that cannot be rolled back.',
    ended: '',
  },
  ended: {
    forward: (name: string) => `The replacement is complete. ${name} serves now.`,
    back: (name: string) => `Rolled back. ${name} serves as before.`,
  },
  serving: (job: Replacement) =>
    job.holders.every(({ old }) => old === 'in')
      ? `${job.old.fileName} still serves.`
      : job.validatedAt !== undefined && `${job.fresh.fileName} serves where the old file was removed.`,
  content: {
    choose: 'Choose the file again',
    expected: (name: string, size: string) => `It was ${name}, ${size}.`,
    other: (name: string, size: string) =>
      `This is another file: ${name}, ${size}. Choose the same one, or roll back and start again.`,
  },
  holders: {
    legend: 'Collections that hold the old file',
    text: 'The service does not say which collections hold a file. Tick all that hold the old one; those that this browser knows of are ticked.',
    confirm: (count: number) =>
      count === 0 ? 'Go on without a collection' : `Go on with ${countOf(count, 'collection')}`,
  },
  validation: {
    title: 'Affected agents',
    none: 'No version that this browser knows of uses these collections. Others may: ask who uses them, and test there.',
    hint: 'Known from this browser; there may be more. The new file is in their collections now, beside the old one.',
    deployed: 'deployed',
    uses: (names: string) => `uses ${names}`,
    tick: 'I validated the answers with the new file',
  },
  deletion: {
    title: (name: string) => `Delete ${name}?`,
    consequence:
      'No collection holds it any more. Its record is deleted; this cannot be undone, and the replacement can no longer be rolled back.',
    unknown: 'The service does not say which collections hold it, so look there first.',
    action: 'Delete old record',
  },
  rollBack: {
    title: 'Roll back this replacement?',
    consequence: (oldName: string, freshName: string) =>
      `${oldName} returns to every collection it was removed from, then ${freshName} is taken out and its record deleted.`,
  },
  progress: (name: string) => `Uploading ${name}`,
}
