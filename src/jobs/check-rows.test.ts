import { describe, expect, it } from 'vitest'
import { RowChecker, type Rules } from './check-rows'
import { columnProblems, proposeColumns, type Target } from './map-columns'
import { readNumber } from './read-number'

const declared = [
  { name: 'customer_name', required: true, defaultValue: '' },
  { name: 'plan', required: false, defaultValue: 'basic' },
]

describe('what columns stand for', () => {
  it('is told by their names, whatever case and separators they have', () => {
    const header = [
      'Mobile number',
      'Customer Name',
      'PLAN',
      'First name',
      'Lead-ID',
      'metadata.source',
      'Shoe size',
      '',
    ]
    expect(proposeColumns(header, declared).map(({ target }) => target)).toEqual([
      'toPhoneNumber',
      'variable:customer_name',
      'variable:plan',
      'firstName',
      'leadId',
      'metadata:source',
      'skip',
      'skip',
    ])
  })

  it('is told in other languages, and without marks above letters', () => {
    const targets = (...header: string[]) => proposeColumns(header, declared).map(({ target }) => target)
    for (const header of [
      ['Handynummer', 'Vorname', 'Kundennummer'],
      ['Tel.-Nr.', 'Vorname', 'Kd.-Nr.'],
      ['N° de téléphone', 'Prénom', 'N° de client'],
      ['Nº de móvil', 'Nombre', 'Nº de cliente'],
      ['Nº de telemóvel', 'Nome', 'N.º de cliente'],
      ['Téléphone', 'Prénom', 'N° client'],
      ['Número de teléfono', 'Nombre', 'Id de cliente'],
      ['Telemóvel', 'Nome', 'Código do cliente'],
      ['Cellulare', 'Nome', 'Codice cliente'],
      ['Telefoonnummer', 'Voornaam', 'Klantnummer'],
      ['Телефон', 'Имя', 'Номер клиента'],
      ['Телефон', 'Имя', '№ клиента'],
      ['מספר טלפון', 'שם פרטי', 'מספר לקוח'],
      ['फ़ोन नंबर', 'नाम', 'ग्राहक आईडी'],
      ['เบอร์โทรศัพท์', 'ชื่อ', 'รหัสลูกค้า'],
      ['Số điện thoại', 'Tên', 'Mã khách hàng'],
      ['電話番号', '名', '顧客番号'],
      ['電話番号', 'お名前', '顧客番号'],
      ['手机号码', '名字', '客户编号'],
    ])
      expect(targets(...header), header.join()).toEqual(['toPhoneNumber', 'firstName', 'leadId'])
  })

  it('is told by what they hold where no name says it', () => {
    const sample = [
      ['Ada', '+44 7700 900123', '2024-05-01'],
      ['Bob', '', '2024-05-02'],
    ]
    expect(proposeColumns(['', '', ''], declared, sample)[1]).toEqual({
      target: 'toPhoneNumber',
      message: 'Its values look like phone numbers.',
    })
    expect(proposeColumns(['Wer', 'Wohin', 'Wann'], declared, sample)[1]?.target).toBe('toPhoneNumber')
    // An id may be as long as a number.
    const ids = [
      ['10002345', '(415) 555-0123'],
      ['10002346', '+44 7700 900123'],
    ]
    expect(proposeColumns(['', ''], declared, ids).map(({ target }) => target)).toEqual([
      'skip',
      'toPhoneNumber',
    ])
    for (const cell of ['4155550123', '="+14155550123"'])
      expect(proposeColumns(['', ''], declared, [['Ada', cell]])[1]?.target).toBe('toPhoneNumber')
    const named = proposeColumns(['phone', 'Wohin', 'Wann'], declared, sample)
    expect(named.map(({ target }) => target)).toEqual(['toPhoneNumber', 'skip', 'skip'])
  })

  it('names a misspelt one and what was probably meant', () => {
    const [, misspelt, none] = proposeColumns(['to', 'custmer_name', 'shoes'], declared)
    expect(misspelt).toEqual({
      target: 'variable:customer_name',
      message: 'The version declares no variable custmer_name. Did you mean customer_name?',
    })
    expect(none).toMatchObject({ target: 'skip', message: 'The version declares no variable shoes.' })
  })

  it('takes what is left for variables where nobody knows those of the version', () => {
    const targets = proposeColumns(['phone', 'city', 'outcome'], undefined).map(({ target }) => target)
    expect(targets).toEqual(['toPhoneNumber', 'variable:city', 'skip'])
  })

  it('wants a number, each target once, and every required variable', () => {
    expect(columnProblems(['variable:plan', 'variable:plan', 'skip', 'skip'], declared)).toEqual([
      'No column is the phone number to call. Choose one.',
      'Two columns stand for Variable plan. Keep one of them.',
      'No column holds the required variable customer_name, and it has no default.',
    ])
    expect(columnProblems(['toPhoneNumber', 'leadId', 'leadId'], undefined)).toEqual([
      'Two columns stand for Lead id. Keep one of them.',
    ])
    expect(columnProblems(['toPhoneNumber', 'variable:customer_name'], declared)).toEqual([])
    // What a column also stands for counts, and a value for every row is enough.
    const also = new Map<number, Target>([[0, 'variable:customer_name']])
    expect(columnProblems(['toPhoneNumber'], declared, { also })).toEqual([])
    const number = new Map<number, Target>([[0, 'toPhoneNumber']])
    expect(columnProblems(['variable:customer_name'], declared, { also: number })).toEqual([])
    const fixed = new Map<Target, string>([['variable:customer_name', 'Ada']])
    expect(columnProblems(['toPhoneNumber'], declared, { fixed })).toEqual([])
    expect(
      columnProblems(['toPhoneNumber'], declared, { fixed: new Map([...fixed].map(([to]) => [to, ' '])) }),
    ).toHaveLength(1)
  })
})

describe('a cell as a phone number', () => {
  const said = (cell: string, country?: string) => {
    const reading = readNumber(cell, country)
    return reading.ok ? reading.e164 : [reading.kind, reading.suggestion]
  }
  it('takes international numbers and those of the chosen country', () => {
    expect(said(' +44 7700 900123 ')).toBe('+447700900123')
    expect(said("'+447700900123")).toBe('+447700900123')
    expect(said('\u202a+447700900123\u202c')).toBe('+447700900123')
    expect(said('(415) 555-2671', 'US')).toBe('+14155552671')
    expect(said('07911 123456', 'GB')).toBe('+447911123456')
  })
  it('takes groups apart by points, also where the last is zeros, and leaves out the decimals of a spreadsheet', () => {
    expect(said('089.2180.0', 'DE')).toBe('+498921800')
    expect(said('01.42.68.53.00', 'FR')).toBe('+33142685300')
    expect(said('415.555.0000', 'US')).toBe('+14155550000')
    expect(said('415-555.0000', 'US')).toBe('+14155550000')
    expect(said('044.123.45.00', 'CH')).toBe('+41441234500')
    // No spreadsheet begins a number with 0.
    expect(said('0892180.0', 'DE')).toBe('+498921800')
    for (const cell of ['4155552671.0', '4155552671.00', '14155552671.0'])
      expect(said(cell, 'US')).toBe('+14155552671')
  })
  it('takes the text of a formula that keeps a spreadsheet from reading a number', () => {
    expect(said('="+447911123456"')).toBe('+447911123456')
    expect(said(' ="07911 123456" ', 'GB')).toBe('+447911123456')
    expect(said('=HYPERLINK("+447911123456")')).toEqual(['number', undefined])
    expect(said('="+44"&"7911123456"')).toEqual(['number', undefined])
  })
  it('names what a spreadsheet did, and what was probably meant', () => {
    expect(said('4.47E+11')).toEqual(['damage', undefined])
    expect(said('4,47E+11')).toEqual(['damage', undefined])
    expect(said('4.47911123456E+11')).toEqual(['damage', '+447911123456'])
    expect(said('#REF!')).toEqual(['damage', undefined])
    expect(said('########')).toEqual(['damage', undefined])
    expect(said('447911123456')).toEqual(['plus', '+447911123456'])
    expect(said('447911123456.0')).toEqual(['plus', '+447911123456'])
    expect(said('00447911123456')).toEqual(['plus', '+447911123456'])
    expect(said('0044 (0)7911 123456')).toEqual(['plus', '+447911123456'])
    expect(said('447911123456', 'US')).toEqual(['plus', '+447911123456'])
    expect(said('5551234')).toEqual(['plus', undefined])
  })
  it('says so where what lost its + is a number of the country, too', () => {
    const doubtful = [
      ['4915123456789', 'DE', '+494915123456789'],
      ['49221123456', 'DE', '+4949221123456'],
      ['62812345678', 'ID', '+6262812345678'],
      ['38343201234', 'XK', '+38338343201234'],
    ] as const
    for (const [cell, country, e164] of doubtful) {
      const reading = readNumber(cell, country)
      expect(reading).toMatchObject({ ok: true, e164, suggestion: `+${cell}` })
      for (const each of [e164, `+${cell}`]) expect(reading.ok && reading.doubt).toContain(each)
    }
    // Whoever dials within the country writes these, or both readings are one number.
    for (const [cell, country] of [
      ['015123456789', 'DE'],
      ['2125550123', 'US'],
      ['14155552671', 'US'],
      ['447911123456', 'GB'],
      ['89161234567', 'RU'],
      ['9161234567', 'RU'],
    ] as const)
      expect(readNumber(cell, country), cell).toMatchObject({ ok: true, doubt: undefined })
  })
  it('reads spaces of every width, and digits of other scripts', () => {
    expect(said('+33\u202f6\u202f12\u202f34\u202f56\u202f78')).toBe('+33612345678')
    expect(said('+44\t7700\t900123')).toBe('+447700900123')
    expect(said('＋８１９０１２３４５６７８')).toBe('+819012345678')
    expect(said('٠١٠١٢٣٤٥٦٧٨', 'EG')).toBe('+201012345678')
    expect(said('+۹۸۹۱۲۳۴۵۶۷۸۹')).toBe('+989123456789')
  })
  it('refuses what is none', () => {
    expect(said('')).toEqual(['no-number', undefined])
    expect(said('call me')).toEqual(['number', undefined])
    expect(said('+44 12')).toEqual(['number', undefined])
    expect(said('+999123456789')).toEqual(['number', undefined])
    expect(said('+14155552671 +14155552672')).toEqual(['number', undefined])
  })
})

describe('rows', () => {
  const rules: Rules = {
    targets: ['toPhoneNumber', 'variable:customer_name', 'variable:plan', 'metadata:source', 'skip'],
    declared,
    earlier: new Map([['+14155552675', 'Called before']]),
  }
  const header = ['phone', 'customer_name', 'plan', 'source', 'secret']
  const check = (...rows: string[][]) => {
    const checker = new RowChecker(header, rows)
    checker.check(rules)
    return checker
  }
  const states = (checker: RowChecker) => checker.rows.map(({ state }) => state)
  const kinds = (checker: RowChecker, row: number) => checker.rows[row]?.problems.map(({ kind }) => kind)

  it('have a column twice, and a value that no column holds', () => {
    const checker = new RowChecker(header, [
      ['+14155552671', 'Ada', 'gold', '', ''],
      ['+14155552672', '', '', '', ''],
    ])
    checker.check({
      ...rules,
      targets: ['toPhoneNumber', 'firstName', 'variable:plan', 'skip', 'skip'],
      also: new Map([[1, 'variable:customer_name']]),
      fixed: new Map<Target, string>([
        ['metadata:source', ' fair '],
        // A column stands for it, so it is not used.
        ['variable:plan', 'basic'],
      ]),
    })
    expect(checker.rows.map(({ state }) => state)).toEqual(['ready', 'wrong'])
    expect(checker.take()[0]?.request).toEqual({
      toPhoneNumber: '+14155552671',
      leadId: undefined,
      firstName: 'Ada',
      variables: { customer_name: 'Ada', plan: 'gold' },
      metadata: { source: 'fair' },
    })
  })

  it('are not said to have no number while two columns hold numbers', () => {
    const checker = new RowChecker(header, [
      ['', '+14155552671', '', '', ''],
      ['+14155552672', '', '', '', ''],
      ['', '', '', '', ''],
    ])
    checker.check({ ...rules, declared: [], targets: ['toPhoneNumber', 'toPhoneNumber'] })
    expect([0, 1, 2].map((row) => kinds(checker, row))).toEqual([[], [], ['no-number', 'no-number']])
  })

  it('are wrong where no call can be placed to their number', () => {
    const checker = check(['+49 1234', 'Ada'], ['+49 151234567890123', 'Bob'])
    expect(states(checker)).toEqual(['wrong', 'wrong'])
    expect(kinds(checker, 0)).toEqual(['number'])
    expect(kinds(checker, 1)).toEqual(['number'])
  })

  it('keep the marks within their texts that join letters and emoji, and a number loses them', () => {
    const checker = check(['+1\u200d4155552671', 'می\u200cخواهم', '👩\u200d💻'])
    expect(checker.take()[0]?.request).toMatchObject({
      toPhoneNumber: '+14155552671',
      variables: { customer_name: 'می\u200cخواهم', plan: '👩\u200d💻' },
    })
  })

  it('are held where the country that was chosen gives a number outside its numbering plan', () => {
    const checker = new RowChecker(header, [
      ['(212) 555-0123', 'Ada', '', '', ''],
      ['07911 123456', 'Bob', '', '', ''],
      ['+44 2125550123', 'Cy', '', '', ''],
    ])
    checker.check({ ...rules, country: 'GB' })
    expect(states(checker)).toEqual(['held', 'ready', 'wrong'])
    // Written as the same number, but as nobody's guess.
    checker.change('leave out', [0])
    expect(states(checker)).toEqual(['left out', 'ready', 'ready'])
    checker.change('take back', [0])
    checker.change('leave out', [2])
    checker.change('allow', [0])
    expect(states(checker)).toEqual(['ready', 'ready', 'left out'])
    // The last question counts them.
    expect(checker.take().map(({ doubt }) => doubt)).toEqual([true, undefined, undefined])
  })

  it('are held where their number may have lost its +, and are then the person of another row', () => {
    const checker = new RowChecker(header, [
      ['+4915123456789', 'Ada', '', '', ''],
      ['4915123456789', 'Bob', '', '', ''],
    ])
    checker.check({ ...rules, country: 'DE' })
    expect(states(checker)).toEqual(['ready', 'held'])
    expect(kinds(checker, 1)).toEqual(['plus'])
    checker.change('mend', [1])
    expect(checker.rows[1]).toMatchObject({ to: '+4915123456789', state: 'wrong' })
    expect(kinds(checker, 1)).toEqual(['duplicate'])
    checker.fix(1, new Map([[0, '4915123456789']]))
    checker.change('allow', [1])
    // It is in the numbering plan, so the last question does not count it.
    expect(checker.take()[1]?.to).toBe('+494915123456789')
    expect(checker.take()[1]).not.toHaveProperty('doubt')
  })

  it('become requests without what is empty or not wanted', () => {
    const checker = check(['+14155552671', ' Ada ', '', 'fair', 'x'], ['+14155552672', '', 'gold', '', ''])
    expect(checker.take()).toEqual([
      {
        cells: expect.any(Array),
        to: '+14155552671',
        country: 'US',
        request: {
          toPhoneNumber: '+14155552671',
          leadId: undefined,
          firstName: undefined,
          variables: { customer_name: 'Ada' },
          metadata: { source: 'fair' },
        },
      },
      {
        cells: expect.any(Array),
        to: '+14155552672',
        problem: 'The agent needs a value for the variable customer_name.',
      },
    ])
  })

  it('that are left out are still those of a person', () => {
    const checker = new RowChecker(['phone', 'name'], [['+14155552671', 'Ada']])
    checker.check({ targets: ['toPhoneNumber', 'firstName'], declared: undefined, earlier: new Map() })
    checker.change('leave out', [0])
    expect(checker.take()).toMatchObject([{ to: '+14155552671', firstName: 'Ada', problem: 'Left out' }])
    // The agent reads the name from a variable.
    for (const name of ['first_name', 'firstName', 'First name']) {
      checker.check({
        targets: ['toPhoneNumber', `variable:${name}`],
        declared: undefined,
        earlier: new Map(),
      })
      expect(checker.take(), name).toMatchObject([{ firstName: 'Ada', problem: 'Left out' }])
    }
    checker.change('take back', [0])
    expect(checker.take()).toMatchObject([
      { firstName: 'Ada', request: { variables: { 'First name': 'Ada' } } },
    ])
  })

  it('are held back for what is wrong with them, each for its reason', () => {
    const checker = check(
      ['+14155552671', 'Ada'],
      ['(415) 555-2671', 'Eve'],
      ['+1 415 555 2671', 'Bob'],
      ['+14155552675', 'Cid'],
      ['+14155552676', '#N/A'],
      ['+14155552677', 'Dan', 'a', 'b', 'c', 'too much'],
    )
    expect(states(checker)).toEqual(['ready', 'wrong', 'wrong', 'held', 'held', 'held'])
    expect([1, 2, 3, 4, 5].map((row) => kinds(checker, row))).toEqual([
      ['plus'],
      ['duplicate'],
      ['called'],
      ['damage'],
      ['cells'],
    ])
  })

  it('are looked at again after a change, with those it concerns', () => {
    const checker = check(['+14155552671', 'Ada'], ['+14155552671', 'Bob'], ['4155552672', 'Cid'])
    expect(checker.change('leave out', [0]).map(({ row, state }) => [row, state])).toEqual([
      [0, 'left out'],
      [1, 'ready'],
    ])
    expect(checker.change('take back', [0]).map(({ row, state }) => [row, state])).toEqual([
      [0, 'ready'],
      [1, 'wrong'],
    ])
    expect(checker.fix(1, new Map([[0, '+14155552679']]))).toMatchObject([
      { row: 1, state: 'ready', to: '+14155552679' },
    ])
    expect(checker.fix(2, new Map([[0, '14155552672']]))).toMatchObject([{ row: 2, state: 'wrong' }])
    expect(checker.change('mend', [0, 2])).toMatchObject([{ row: 2, state: 'ready', to: '+14155552672' }])
    expect(checker.fix(0, new Map([[1, 'Eve']]))).toMatchObject([{ row: 0, cells: ['+14155552671', 'Eve'] }])
  })

  it('that are only held can be sent all the same, wrong ones cannot', () => {
    const checker = check(['+14155552675', 'Cid'], ['none', 'Eve'])
    checker.change('allow', [0, 1])
    expect(states(checker)).toEqual(['ready', 'wrong'])
  })

  it('are asked about again where something else holds them back than what was allowed', () => {
    const earlier = new Map([...rules.earlier, ['+14155552688', 'Called yesterday.']])
    const checker = new RowChecker(header, [['+14155552675', 'Cid']])
    checker.check({ ...rules, earlier })
    checker.change('allow', [0])
    expect(states(checker)).toEqual(['ready'])
    checker.fix(0, new Map([[0, '+14155552688']]))
    expect(states(checker)).toEqual(['held'])
    checker.fix(0, new Map([[0, '+14155552675']]))
    expect(states(checker)).toEqual(['ready'])
    checker.fix(0, new Map([[1, '#N/A']]))
    expect(states(checker)).toEqual(['held'])
    checker.change('allow', [0])
    expect(states(checker)).toEqual(['ready'])
  })
})
