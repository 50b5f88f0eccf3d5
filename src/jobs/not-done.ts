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

/** A document that is not worth sending: the service would refuse it, or it would end `FAILED`. */
export class DocumentRefused extends Error {
  override readonly name = 'DocumentRefused'
  /** What the person can do about it, as a sentence. */
  readonly nextStep: string

  constructor(message: string, nextStep: string) {
    super(message)
    this.nextStep = nextStep
  }
}
