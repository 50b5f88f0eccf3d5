import { isWire } from '../contract/reply'
import { NotDone } from '../jobs/not-done'

const NEXT_STEPS = {
  version: 'Save again to keep yours, or reload the page to see it beside what you typed.',
  agent: 'Check what is shown now, then try again.',
  scenario: 'Save again to overwrite it, or cancel to see it.',
  tool: 'Save again to overwrite it, or cancel to see it.',
  organization: 'Save again to overwrite it, or reload the page to see it.',
}

/** Somebody else changed the same fields of `what`, or any of what a new one starts from or a deployment was shown with, since then; `now`: what it is by now (D793, D1028). */
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

/** Whether one of the fields that `body` would change is another than was seen, and not yet what it would become: a save of which the answer was lost is one's own. */
export const isOther = (body: object, seen: object, now: object): boolean =>
  Object.keys(body).some((name) => {
    const [mine, then, by] = [body, seen, now].map((each) => inOrder(each[name as keyof typeof each]))
    return then !== by && mine !== by
  })

/** A value as text, whatever the order of its fields. */
export const inOrder = (value: unknown) =>
  JSON.stringify(value ?? null, (_, each) =>
    isWire(each) ? Object.fromEntries(Object.entries(each).toSorted()) : each,
  )
