import { NotDone } from '../jobs/not-done'

/** Somebody else changed the same fields of `what`, or any of what a new one starts from, since the form began with them; `now`: what it is by now (D793). */
export class ChangedMeanwhile<Now> extends NotDone {
  constructor(
    what: 'version' | 'scenario',
    readonly now: Now,
  ) {
    super(
      `This ${what} was changed elsewhere meanwhile`,
      'Nothing was sent, and what you typed stays.',
      what === 'version'
        ? 'Save again to keep yours, or reload the page to see it beside what you typed.'
        : 'Save again to overwrite it, or cancel to see it.',
    )
  }
}

/** Whether one of the fields that `body` would change is another than was seen. */
export const isOther = (body: object, seen: object, now: object): boolean =>
  Object.keys(body).some((name) => {
    const [then, by] = [seen, now].map((each) => JSON.stringify(each[name as keyof typeof each]))
    return then !== by
  })
