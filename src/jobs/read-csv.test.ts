import { describe, expect, it } from 'vitest'
import { CSV_START, csvCell, csvLine } from '../contract/write-csv'
import { NoTable, readCsv } from './read-csv'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, { big = false, mark = true } = {}) => {
  const units = [...(mark ? '\ufeff' : ''), ...text].map((letter) => letter.charCodeAt(0))
  return new Uint8Array(units.flatMap((unit) => (big ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])))
}

describe('reading a file of rows', () => {
  const text = 'phone;name\r\n+15551234567;Zoë\r\n'
  const rows = [['+15551234567', 'Zoë']]

  it('tells the encoding, with and without a mark', () => {
    const cases = [
      [utf8(text), 'utf-8'],
      [utf8(`\ufeff${text}`), 'utf-8'],
      [utf16(text), 'utf-16le'],
      [utf16(text, { big: true }), 'utf-16be'],
      [utf16(text, { mark: false }), 'utf-16le'],
      [Uint8Array.from([...text].map((letter) => letter.charCodeAt(0))), 'windows-1252'],
    ] as const
    for (const [bytes, encoding] of cases)
      expect(readCsv(bytes)).toMatchObject({ header: ['phone', 'name'], rows, encoding })
  })

  it('reads what is no UTF-8 as a person says, and says where the guess cannot be right', () => {
    // Łukasz in Windows-1250; 田中 in Shift JIS; ý before a byte that Windows-1252 does not have.
    const file = (...name: number[]) => Uint8Array.from([...utf8('phone,name\n+15551234567,'), ...name])
    const lukasz = file(0xa3, 0x75, 0x6b, 0x61, 0x73, 0x7a)
    expect(readCsv(lukasz)).toMatchObject({ encoding: 'windows-1252', rows: [['+15551234567', '£ukasz']] })
    expect(readCsv(lukasz).encodings).toHaveProperty('windows-1250')
    const said = { encoding: 'windows-1250', rows: [['+15551234567', 'Łukasz']], isGarbled: false }
    expect(readCsv(lukasz, undefined, 'windows-1250')).toMatchObject(said)
    const tanaka = file(0x93, 0x63, 0x92, 0x86)
    expect(readCsv(tanaka, undefined, 'shift_jis').rows).toEqual([['+15551234567', '田中']])
    expect(readCsv(tanaka, undefined, 'no-such-encoding').encoding).toBe('windows-1252')
    const garbled = file(0xfd, 0x8d)
    expect(readCsv(garbled).isGarbled).toBe(true)
    expect(readCsv(garbled, undefined, 'windows-1252').isGarbled).toBe(false)
    const plain = readCsv(utf8('phone\n+15551234567'), undefined, 'shift_jis')
    expect([plain.encoding, plain.encodings]).toEqual(['utf-8', undefined])
  })

  it('tells the separator, and reads quotes, line ends inside them and blank lines', () => {
    for (const separator of [',', ';', '\t']) {
      const file = `${['phone', 'note'].join(separator)}\n+1555${separator}"a ""b""${separator}\nc"\n\n  \n`
      expect(readCsv(utf8(file))).toMatchObject({ separator, rows: [['+1555', `a "b"${separator}\nc`]] })
    }
    expect(readCsv(utf8('sep=|\r\na|b\n1,5|2'))).toMatchObject({ header: ['a', 'b'], rows: [['1,5', '2']] })
    expect(readCsv(utf8('phone\n+15551234567\n'))).toMatchObject({
      header: ['phone'],
      rows: [['+15551234567']],
    })
  })

  it('ends a row at whatever ends a line, also where a file has several kinds, and not in quotes', () => {
    const lines = ['phone,name', '+15551234567,Ada', '+15551234568,"a\nb"', '+15551234569,Cy', '']
    for (const first of ['\r\n', '\n', '\r'])
      for (const second of ['\r\n', '\n', '\r'])
        for (const third of ['\r\n', '\n', '\r']) {
          const ends = [first, second, third, first]
          const text = lines.map((line, at) => line + (ends[at] ?? '')).join('')
          expect(readCsv(utf8(text)), JSON.stringify(ends)).toMatchObject({
            header: ['phone', 'name'],
            rows: [
              ['+15551234567', 'Ada'],
              ['+15551234568', 'a\nb'],
              ['+15551234569', 'Cy'],
            ],
          })
        }
  })

  it.each([',', ';', '\t', '|'])(
    'reads what goes on behind quotes as one value, parted by %j',
    (separator) => {
      const lines = [
        ['name', 'phone', 'note'],
        ['"Bob" Y', '+15551234567', 'plain'],
        ['"Eve"', '+15551234568', '"a ""b"""'],
        [`"Smith${separator}\nCy" "Jr" 2`, '+15551234569', `"x${separator}""y"" z${separator} w"`],
        ['"Dan"X', '+15551234560', `"say "hi${separator} you" now"`],
      ]
      const text = lines.map((cells) => `${cells.join(separator)}\r\n`).join('')
      expect(readCsv(utf8(text))).toMatchObject({
        separator,
        header: ['name', 'phone', 'note'],
        rows: [
          ['Bob Y', '+15551234567', 'plain'],
          ['Eve', '+15551234568', 'a "b"'],
          [`Smith${separator}\nCy "Jr" 2`, '+15551234569', `x${separator}"y" z${separator} w`],
          ['DanX', '+15551234560', `say "hi${separator} you" now`],
        ],
      })
    },
  )

  it('joins no two cells that quotes leave apart, and refuses the file where they may be one', () => {
    const header = 'name,item,phone'
    const rows = (line: string, above = header) => readCsv(utf8(`${above}\n${line}\n`)).rows
    const apart = ['Bob Y', '5" pipe', '+15551234567']
    expect(rows('"Bob" Y,5" pipe,+15551234567')).toEqual([apart])
    expect(rows('"Bob" Y, "pipe",+15551234567')).toEqual([['Bob Y', ' "pipe"', '+15551234567']])
    expect(rows('"Bob" Y,pipe 5",+15551234567', 'name,phone')).toEqual([['Bob" Y,pipe 5', '+15551234567']])
    expect(() => rows('"Bob" Y,pipe 5",+15551234567')).toThrow('on line 2 ')
  })

  it.each([
    ['is never closed', '"open,+15551234569\n'],
    ['takes other lines with it', '"Bob" Y,5""\nCy,"+15551234569"\n'],
  ])('names the line of a quotation mark that %s', (_, end) => {
    const text = `sep=,\r\nname,phone\n\n"A\nda",+15551234567\n${end}`
    expect(() => readCsv(utf8(text))).toThrow('on line 6 is never closed')
  })

  it.each([
    ['+15551234567,Ada', false],
    ['Ada,(555) 123-4567', false],
    ['4.47911E+11,Ada', false],
    ['phone,name', true],
    ['phone 1,2024', true],
    ['mobile (UK),+', true],
  ])('tells whether %s names columns', (first, hasHeader) => {
    const table = readCsv(utf8(`${first}\n+15551234568,Bob\n`))
    expect(table).toMatchObject({ hasHeader, header: hasHeader ? first.split(',') : ['', ''] })
    expect(table.rows).toHaveLength(hasHeader ? 1 : 2)
  })

  it.each([
    ['a title', 'Calls of May\n'],
    ['a title that fills its line', 'Calls of May;;\n'],
    ['empty lines', '\n;;\n  \n'],
    ['title, date and an empty line', 'Calls of May\nExported;2026-05-31;\n\n'],
  ])('leaves out what stands above the columns: %s', (_, above) => {
    const text = `${above}phone;name;city\n+15551234567;Ada;Leeds\n+15551234568;;York\n`
    expect(readCsv(utf8(text))).toMatchObject({
      header: ['phone', 'name', 'city'],
      rows: [
        ['+15551234567', 'Ada', 'Leeds'],
        ['+15551234568', '', 'York'],
      ],
    })
  })

  it('takes no column names for a title', () => {
    for (const text of [
      'phone,\n+15551234567,Ada\n',
      'phone\n+15551234567\n+15551234568\n',
      'phone,name\n+15551234567,Ada,extra\n',
    ])
      expect(readCsv(utf8(text))).toMatchObject({ above: [], hasHeader: true })
    expect(readCsv(utf8('Calls of May\n+15551234567;Ada\n+15551234568;Bob\n'))).toMatchObject({
      above: ['Calls of May'],
      hasHeader: false,
      rows: [
        ['+15551234567', 'Ada'],
        ['+15551234568', 'Bob'],
      ],
    })
  })

  it('holds no row against the width of another', () => {
    const text = 'phone,name,order\n+15551234567,Smith, Ann,A-1\n+15551234568,Bob,A-2,,\n'
    expect(readCsv(utf8(text)).header).toEqual(['phone', 'name', 'order'])
  })

  it('takes the width of most rows where no line names the columns', () => {
    const rows = ['+15551234567,Smith, Ann,A-1', '+15551234568,Bob,A-2', '+15551234569,Cy,A-3']
    for (const text of [rows, rows.toReversed()])
      expect(readCsv(utf8(text.join('\n'))).header).toEqual(['', '', ''])
    // Of two that differ either may have one too many.
    expect(readCsv(utf8(rows.slice(0, 2).join('\n'))).header).toEqual(['', '', ''])
  })

  it('knows a row by its number, in whatever script', () => {
    expect(readCsv(utf8('０９０-１２３４-５６７８,Ada\n٠١٠١٢٣٤٥٦٧٨,Bob\n'))).toMatchObject({
      hasHeader: false,
    })
  })

  it('takes the word of a person for it', () => {
    const text = 'phone,name\n+15551234568,Bob\n'
    expect(readCsv(utf8(text), false).rows[0]).toEqual(['phone', 'name'])
    expect(readCsv(utf8('+1 555 123 4567,x\n+1,y'), true)).toMatchObject({
      header: ['+1 555 123 4567', 'x'],
      rows: [['+1', 'y']],
    })
    expect(readCsv(utf8('+15551234567'))).toMatchObject({ hasHeader: false, rows: [['+15551234567']] })
  })

  it('says why there are no rows', () => {
    const reason = (bytes: Uint8Array) => {
      try {
        readCsv(bytes)
      } catch (error) {
        return error instanceof NoTable ? error.message : error
      }
    }
    expect(reason(utf8(' \n'))).toMatch(/empty/)
    expect(reason(utf8('phone,name\n'))).toMatch(/only a header/)
    expect(reason(utf8('PK\u0003\u0004....'))).toMatch(/workbook/)
    expect(reason(utf8('phone\n"+1555\n+1556\n'))).toMatch(/never closed/)
    expect(reason(utf8('%PDF-1.7\n1 0 obj'))).toMatch(/not text/)
    expect(reason(Uint8Array.from([0, 0, 1, 0, 0, 0, 9]))).toMatch(/not text/)
  })
})

describe('writing rows', () => {
  it('takes the power of formulas and leaves numbers as they are', () => {
    expect(csvCell('=HYPERLINK("x")')).toBe(`"'=HYPERLINK(""x"")"`)
    expect(
      ['+cmd', '@sum', '-1+2', ' =1', '\t=1']
        .map(csvCell)
        .every((cell) => cell.replace(/^"/, '').startsWith("'")),
    ).toBe(true)
    const plain = ['+15551234567', '+1 415 555 3000', '-3.5', 'Ada', '']
    expect(plain.map(csvCell)).toEqual(plain)
  })

  it('comes back as it was', () => {
    const values = ['+15551234567', 'a "b"; c', 'line\nend', ' x ']
    const bytes = utf8(CSV_START + csvLine(['a', 'b', 'c', 'd']) + csvLine(values))
    expect(readCsv(bytes).rows).toEqual([values])
  })
})
