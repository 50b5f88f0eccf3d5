import { describe, expect, it } from 'vitest'
import { orderLines } from './pdf-columns'
import { fragmentsOf, spansByDirection, type TextRun } from './pdf-lines'
import { joinProse, paragraphsOf } from './pdf-reader'

/** A run of text at a place: letters are half as wide as the font is high. */
const run = (str: string, x: number, y: number, size = 10, quarter = 0): TextRun => {
  const [cos, sin] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][quarter] ?? [1, 0]
  return {
    str,
    dir: /[\u0590-\u07ff]/.test(str) ? 'rtl' : 'ltr',
    transform: [size * (cos ?? 1), size * (sin ?? 0), -size * (sin ?? 0), size * (cos ?? 1), x, y],
    width: (str.length * size) / 2,
    height: size,
    fontName: 'f1',
  }
}

const read = (runs: TextRun[]) =>
  spansByDirection(runs, () => false).map((spans) => paragraphsOf(orderLines(fragmentsOf(spans))))

describe('lines', () => {
  it('come from the top down whatever order they were drawn in', () => {
    expect(read([run('second line of it', 50, 88), run('first line of it', 50, 100)])).toEqual([
      ['first line of it second line of it'],
    ])
  })

  it('get a space for a gap and none for a join', () => {
    const words = [run('Re', 50, 100), run('fund', 60, 100), run('policy', 83, 100)]
    expect(read(words)).toEqual([['Refund policy']])
  })

  it('take raised type into their line', () => {
    expect(read([run('on the 20', 50, 100), run('th', 95, 105, 6), run('of May', 104, 100)])).toEqual([
      ['on the 20th of May'],
    ])
  })

  it('hold text drawn twice for bold type once', () => {
    expect(read([run('Total', 50, 100), run('Total', 50.4, 100)])).toEqual([['Total']])
  })

  it('hold a line drawn again over the finished page once', () => {
    const words = [run('Refunds are paid', 50, 100), run(' ', 50, 100), run('late', 140, 100)]
    expect(read([...words, run('below', 50, 60), ...words])).toEqual([['Refunds are paid late', 'below']])
  })

  it('keep cells of a row apart', () => {
    const rows = [
      run('Basic', 50, 100),
      run('10 dollars', 200, 100),
      run('Plus', 50, 86),
      run('20 dollars', 200, 86),
    ]
    expect(read(rows)).toEqual([['Basic   10 dollars\nPlus   20 dollars']])
  })

  it('keep cells in their order where their baselines differ a little', () => {
    const cells = [run('Basic', 50, 100), run('10 dollars', 200, 101), run('monthly', 350, 102)]
    expect(read([...cells, run('Plus', 50, 80)])).toEqual([['Basic   10 dollars   monthly\nPlus']])
  })

  it('are read from right to left where the script is', () => {
    expect(read([run('שלום', 80, 100), run('עולם', 55, 100)])).toEqual([['שלום עולם']])
  })
})

describe('columns', () => {
  const left = ['Left column line one is', 'followed by the second', 'and then by the third.']
  const right = ['Right column line one is', 'its own text to the end', 'which is here at last.']
  const columns = left.flatMap((text, index) => [
    run(text, 50, 600 - 12 * index),
    run(right[index] ?? '', 180, 600 - 12 * index),
  ])

  it('are read one after the other', () => {
    expect(read(columns)).toEqual([[left.join(' '), right.join(' ')]])
  })

  it('keep a title across them first and a footer across them last', () => {
    const title = run('A title that runs across both of the columns', 60, 640, 14)
    const footer = run('A footer that runs across both of the columns', 60, 540)
    expect(read([...columns, footer, title]).flat()).toEqual([
      title.str,
      left.join(' '),
      right.join(' '),
      footer.str,
    ])
  })

  it('are not seen in a table', () => {
    const cells = ['Name', 'Anna', 'Ben', 'Cleo'].flatMap((text, index) => [
      run(text, 50, 600 - 12 * index),
      run(`${index} of them`, 200, 600 - 12 * index),
    ])
    expect(read(cells)).toEqual([['Name   0 of them\nAnna   1 of them\nBen   2 of them\nCleo   3 of them']])
  })
})

describe('paragraphs', () => {
  it('part at a larger gap and at another size of type', () => {
    const runs = [
      run('A heading', 50, 130, 16),
      run('The first paragraph has a line that goes on', 50, 110),
      run('and ends with the second one that is as long.', 50, 98),
      run('The next one stands apart.', 50, 74),
    ]
    expect(read(runs)).toEqual([
      [
        'A heading',
        'The first paragraph has a line that goes on and ends with the second one that is as long.',
        'The next one stands apart.',
      ],
    ])
  })

  it('keep lines that were ended on purpose', () => {
    const runs = [
      run('A wide line sets the right edge of this text here', 50, 136),
      run('Nov. 3 – Meeting at 7:45', 50, 124),
      run('Nov. 7 – Screening', 50, 112),
    ]
    expect(read(runs).flat()[0]).toContain('\nNov. 7')
  })

  it('put list items on lines of their own', () => {
    const runs = [run('Bring with you, please,', 50, 124), run('• a key', 50, 112), run('• a card', 50, 100)]
    expect(read(runs)).toEqual([['Bring with you, please,\n• a key\n• a card']])
  })
})

it.each([
  ['infor-', 'mation', 'information'],
  ['state-of-the-', 'art', 'state-of-the-art'],
  ['UTF-', '8 text', 'UTF-8 text'],
  ['soft\u00ad', 'ware', 'software'],
  ['one', 'two', 'one two'],
  ['a dash -', 'and more', 'a dash - and more'],
  ['行うことがで', 'きる', '行うことができる'],
])('joins %s and %s', (before, after, whole) => expect(joinProse(before, after)).toBe(whole))

it('reads a page on its side, and a watermark apart from the text it crosses', () => {
  expect(read([run('side', 100, 50, 10, 1), run('ways', 112, 50, 10, 1)])).toEqual([['side ways']])
  const slanted: TextRun = { ...run('DRAFT', 60, 90), transform: [7, 7, -7, 7, 60, 90] }
  expect(read([run('first line here', 50, 100), slanted, run('second line here', 50, 88)])).toEqual([
    ['first line here second line here'],
    ['DRAFT'],
  ])
})

it('orders a page of scattered letters in reasonable time', () => {
  const runs = Array.from({ length: 40_000 }, (_, index) => run('x', (index * 37) % 600, (index * 91) % 800))
  const start = performance.now()
  expect(read(runs).flat().join('').match(/x/g)?.length).toBeGreaterThan(1_000)
  expect(performance.now() - start).toBeLessThan(10_000)
})
