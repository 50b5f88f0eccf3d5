import { passageWriter, randomFrom } from './scale-text'

/** How people search, and what they type to find these documents. */
export const KINDS = ['one word', 'beginning', 'typo', 'phrase', 'twelve words'] as const
export type Kind = (typeof KINDS)[number]

const QUESTIONS = [
  'how long does the # of an # take if the # is open',
  'can i change the # of my # after the # was sent out',
  'who pays the # when a # comes back without its # and number',
  'what is the # for a # that has lost its # on holiday',
]

/** This many words are on nearly every page; nobody searches for one of them alone. */
const SMALL = 75

/** Some queries of a kind, the same ones for the same vocabulary. */
export function queriesOf(kind: Kind, vocabulary: readonly string[], count: number): string[] {
  const random = randomFrom(kind.length * 97)
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low))
  const word = (low: number, high: number) => vocabulary[between(low, high)] ?? ''
  const text = passageWriter(vocabulary, 11)(0, count).map(
    (passage) => passage.toLowerCase().match(/\w+/g) ?? [],
  )
  const small = new Set(vocabulary.slice(0, SMALL))
  return Array.from({ length: count }, (_, index) => {
    // A third each of frequent, usual and rare words.
    const [low = 0, high = 0] =
      [
        [SMALL, 250],
        [250, 3_000],
        [3_000, 30_000],
      ][index % 3] ?? []
    const make: Record<Kind, () => string> = {
      'one word': () => word(low, high),
      beginning: () => word(low, high).slice(0, 5),
      typo: () => {
        const right = vocabulary.slice(low, high).find((each, at) => each.length > 6 && at >= index * 5) ?? ''
        const at = between(1, right.length - 2)
        return right.slice(0, at) + right.charAt(at + 1) + right.charAt(at) + right.slice(at + 2)
      },
      phrase: () => {
        const words = text[index] ?? []
        const at = words.findIndex((each, place) => !small.has(each) && !small.has(words[place + 1] ?? ''))
        return `"${words.slice(at, at + 2 + (index % 2)).join(' ')}"`
      },
      'twelve words': () =>
        (QUESTIONS[index % QUESTIONS.length] ?? '').replaceAll('#', () =>
          word(SMALL, index % 2 ? 250 : 3_000),
        ),
    }
    return make[kind]()
  })
}
