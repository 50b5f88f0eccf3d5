import { describe, expect, it } from 'vitest'
import { type Block, ENOUGH, MOST, type Passage, PassageWriter } from './passages'

function passagesOf(blocks: Block[]): Passage[] {
  const passages: Passage[] = []
  const writer = new PassageWriter((passage) => passages.push(passage))
  for (const block of blocks) writer.add(block)
  writer.end()
  return passages
}

/** A generator of numbers that repeats itself for the same seed. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Blocks whose every word is there once, so that loss, order and repetition can be seen. */
function numberedBlocks(seed: number): Block[] {
  const number = numbersFrom(seed)
  let word = 0
  return Array.from({ length: 5 + number(40) }, (_, index) => {
    const sentences = Array.from({ length: 1 + number(12) }, () => {
      const words = Array.from({ length: 1 + number(number(10) === 0 ? 400 : 30) }, () => `w${word++}`)
      return words.join(' ') + ['.', '?', '', '…'][number(4)]
    })
    return {
      text: sentences.join(number(4) === 0 ? '\n' : ' '),
      page: 1 + Math.floor(index / 3),
      heading: number(2) === 0 ? undefined : [`h${Math.floor(index / 6)}`],
      tight: number(3) === 0,
    }
  })
}

const wordsOf = (text: string): string[] => text.match(/w\d+/g) ?? []

describe.each(Array.from({ length: 40 }, (_, seed) => seed + 1))('blocks of seed %i', (seed) => {
  const blocks = numberedBlocks(seed)
  const passages = passagesOf(blocks)

  it('lose nothing and keep their order', () => {
    const seen = new Set<string>()
    const inOrder = passages
      .flatMap(({ text }) => wordsOf(text))
      .filter((word) => !seen.has(word) && seen.add(word))
    expect(inOrder).toEqual(blocks.flatMap(({ text }) => wordsOf(text)))
  })

  it('become passages within bounds, none empty, overlapping a little', () => {
    for (const [index, { text }] of passages.entries()) {
      expect(text.length).toBeLessThanOrEqual(MOST)
      expect(text).toMatch(/\S/)
      expect(text).toBe(text.trimEnd())
      const before = new Set(wordsOf(passages[index - 1]?.text ?? ''))
      const repeated = wordsOf(text).filter((word) => before.has(word))
      expect(repeated.join(' ').length).toBeLessThanOrEqual(160)
      expect(repeated.length).toBeLessThan(wordsOf(text).length)
    }
  })

  it('give each passage the page of its first new word and the heading of all its words', () => {
    const home = new Map(blocks.flatMap((block) => wordsOf(block.text).map((word) => [word, block] as const)))
    for (const [index, { text, page, heading }] of passages.entries()) {
      const words = wordsOf(text)
      const before = new Set(wordsOf(passages[index - 1]?.text ?? ''))
      expect(page).toBe(home.get(words.find((word) => !before.has(word)) ?? '')?.page)
      for (const word of words) expect(home.get(word)?.heading).toEqual(heading)
    }
  })

  it('say on which page each word stands', () => {
    const home = new Map(
      blocks.flatMap((block) => wordsOf(block.text).map((word) => [word, block.page] as const)),
    )
    for (const { text, page, pageStarts } of passages)
      for (const { 0: word, index } of text.matchAll(/w\d+/g))
        expect(pageStarts?.findLast(({ start }) => start <= index)?.page ?? page).toBe(home.get(word))
  })

  it('give the same passages again', () => expect(passagesOf(blocks)).toEqual(passages))
})

const sentence = (length: number) =>
  `${'a'.repeat(9)} `
    .repeat(length / 10)
    .trimEnd()
    .concat('.')

it('closes at a block border once there is enough', () => {
  const [first, second] = passagesOf([{ text: sentence(ENOUGH) }, { text: sentence(300) }])
  expect(first?.text).toBe(sentence(ENOUGH))
  expect(second?.text).toContain(sentence(300))
})

it('closes at the end of a sentence and repeats the last short one', () => {
  const text = [sentence(500), sentence(300), 'Short and last.', sentence(400)].join(' ')
  const [first, second] = passagesOf([{ text }])
  expect(first?.text).toMatch(/Short and last\.$/)
  expect(second?.text).toBe(`Short and last. ${sentence(400)}`)
})

it('does not run over the end of a page, unless there is little on it', () => {
  const page = (number: number, length: number) => ({ text: sentence(length), page: number })
  expect(passagesOf([page(1, 400), page(2, 300), page(3, 50), page(4, 60)])).toMatchObject([
    { page: 1 },
    { page: 2 },
    { page: 3, pageStarts: [{ page: 2 }, { page: 3 }, { page: 4 }] },
  ])
})

it('repeats the beginning of a sentence that goes on over the page, and has the page where it goes on', () => {
  const [, second] = passagesOf([
    { text: `${sentence(300)} The lantern on the table`, page: 1 },
    { text: 'is green. The door is open.', page: 2, continues: true },
  ])
  expect(second).toEqual({
    text: 'The lantern on the table is green. The door is open.',
    page: 2,
    pageStarts: [
      { start: 0, page: 1 },
      { start: 'The lantern on the table'.length, page: 2 },
    ],
  })
})

it('joins small blocks: a list keeps single line ends, paragraphs get an empty line', () => {
  const [only] = passagesOf([{ text: 'Bring:' }, { text: '- a key' }, { text: '- a card', tight: true }])
  expect(only?.text).toBe('Bring:\n\n- a key\n- a card')
})

it('never cuts a character in two', () => {
  const passages = passagesOf([{ text: `x${'😀'.repeat(2_000)}` }])
  expect(passages.length).toBeGreaterThan(2)
  for (const { text } of passages) expect(text.isWellFormed()).toBe(true)
})

it('makes nothing of nothing', () => {
  expect(passagesOf([{ text: '' }, { text: ' \n ' }])).toEqual([])
})
