import { NotDone } from './not-done'

/** A collection holds the file, so it is not deleted (§4 rule 3). */
export const fileHeld = (holders: readonly string[]) =>
  new NotDone(
    'The file was not deleted',
    `It is held by ${holders.join(' and ')}.`,
    'Close this and begin again: the plan then names every collection.',
  )
