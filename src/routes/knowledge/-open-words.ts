import type { PlanAbout } from '../../queries/file-plans'
import { countOf, formatCount } from '../../ui/numbers'

const notFinished = (noun: string) => (count: number) =>
  `${countOf(count, noun)} ${count === 1 ? 'is' : 'are'} not finished:`
const wait = (noun: string, what: string) => (count: number) =>
  `${countOf(count, noun)} ${count === 1 ? 'waits' : 'wait'} for ${what}:`

const VERBS = { add: 'Add', remove: 'Remove', delete: 'Delete' } as const

/** Every text of the lines with open work. */
export const words = {
  /** The lines with procedures, in their order. */
  lines: [
    { kind: 'replacement', waits: true, text: wait('replacement', 'validation') },
    { kind: 'replacement', waits: false, text: notFinished('replacement') },
    { kind: 'restructure', waits: true, text: wait('restructure', 'you') },
    { kind: 'restructure', waits: false, text: notFinished('restructure') },
  ] as const,
  plans: notFinished('plan'),
  plan: ({ kind, files, collections }: PlanAbout, done: number, total: number) => {
    const names = Object.values(files)
    const what = names.length === 1 ? names[0] : countOf(names.length, 'file')
    const where =
      kind === 'delete' ? '' : ` ${kind === 'add' ? 'to' : 'out of'} ${Object.values(collections).join(', ')}`
    return `${VERBS[kind]} ${what}${where}, ${formatCount(done)} of ${countOf(total, 'step')} done`
  },
  title: ({ kind, files }: PlanAbout) => `${VERBS[kind]} ${countOf(Object.keys(files).length, 'file')}`,
  resumed: 'Nothing is sent until you continue. What may have been done already is looked up first.',
}
