/** Something the console itself refuses. Nothing was sent. */
export class NotDone extends Error {
  override readonly name = 'NotDone'
  readonly title: string
  /** What the person can do about it, as a sentence. */
  readonly nextStep: string

  constructor(title: string, message: string, nextStep: string) {
    super(message)
    this.title = title
    this.nextStep = nextStep
  }
}
