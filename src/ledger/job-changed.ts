/** Another page continued this procedure, so the state to be saved is out of date. */
export class JobChanged extends Error {
  override readonly name = 'JobChanged'
  readonly title = 'Another page continued this'
  readonly nextStep = 'Reload this page to see the present state.'
  constructor() {
    super('This page is out of date, so it sent nothing more.')
  }
}
