import { NotDone } from '../jobs/not-done'

const NEXT_STEPS = {
  version: 'Save again to keep yours, or reload the page to see it beside what you typed.',
  scenario: 'Save again to overwrite it, or cancel to see it.',
  tool: 'Save again to overwrite it, or cancel to see it.',
  organization: 'Save again to overwrite it, or reload the page to see it.',
}

/** Somebody else changed the same fields of `what`, or any of what a new one starts from, since the form began with them; `now`: what it is by now (D793). */
export class ChangedMeanwhile<Now> extends NotDone {
  constructor(
    what: keyof typeof NEXT_STEPS,
    readonly now: Now,
  ) {
    super(
      `This ${what} was changed elsewhere meanwhile`,
      'Nothing was sent, and what you typed stays.',
      NEXT_STEPS[what],
    )
  }
}

/** Whether one of the fields that `body` would change is another than was seen. */
export const isOther = (body: object, seen: object, now: object): boolean =>
  Object.keys(body).some((name) => {
    const [then, by] = [seen, now].map((each) => JSON.stringify(each[name as keyof typeof each]))
    return then !== by
  })
