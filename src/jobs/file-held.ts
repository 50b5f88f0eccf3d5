/** A collection holds the file, so it is not deleted (§4 rule 3). Nothing was sent. */
export class FileHeld extends Error {
  override readonly name = 'FileHeld'
  readonly nextStep = 'Close this and begin again: the plan then names every collection.'

  constructor(holders: readonly string[]) {
    super(`It is held by ${holders.join(' and ')}.`)
  }
}
