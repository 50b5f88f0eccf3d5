/** Another page went on with the procedure meanwhile; what this one wanted to save is out of date. */
export class JobChanged extends Error {
  override readonly name = 'JobChanged'
  readonly title = 'Another page went on with this'
  readonly nextStep = 'Reload this page to see how it stands.'
  constructor() {
    super('How it stands here is out of date, so nothing more was sent from here.')
  }
}
