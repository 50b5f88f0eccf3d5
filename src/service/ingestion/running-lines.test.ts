import { expect, test } from 'vitest'
import { makePdf } from './make-pdf'
import { readPdf } from './pdf-reader'
import { DEFAULT_CAPS } from './protocol'

async function read(pages: string[][]): Promise<string[]> {
  const texts: string[] = []
  for await (const { text, page } of readPdf(makePdf({ pages }), DEFAULT_CAPS))
    texts[(page ?? 0) - 1] = `${texts[(page ?? 0) - 1] ?? ''}${text}\n`
  return texts.map((text) => text.trim())
}

const body = (page: number) =>
  Array.from(
    { length: 6 },
    (_, line) =>
      `The ${['red', 'green', 'blue', 'brown'][(page + line) % 4]} lantern of page ${page} hangs at door ${line}.`,
  )

test('titles and page numbers are read where they are printed first, and no more', async () => {
  const texts = await read(
    [1, 2, 3, 4, 5].map((page) => [`Lantern guide ${page}`, ...body(page), `Call 13 11 20`]),
  )
  expect(texts.map((text) => text.includes('Lantern guide'))).toEqual([true, false, false, false, false])
  expect(texts.map((text) => text.includes('Call 13 11 20'))).toEqual([true, false, false, false, false])
  for (const [index, text] of texts.entries())
    for (const line of body(index + 1)) expect(text).toContain(line)
})

test('left and right pages have their own', async () => {
  const texts = await read(
    [10, 11, 12, 13, 14].map((page) => [page % 2 ? `Doors ${page}` : `${page} Lanterns`, ...body(page)]),
  )
  expect(texts.map((text) => /^(Doors \d+|\d+ Lanterns)/.test(text))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('what differs in more than the number of the page stays', async () => {
  const rooms = [12, 40, 7]
  const texts = await read(rooms.map((room, page) => [`Room ${room}`, ...body(page)]))
  for (const [index, room] of rooms.entries()) expect(texts[index]).toContain(`Room ${room}`)
})
