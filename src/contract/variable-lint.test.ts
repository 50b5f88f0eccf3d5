import { describe, expect, test } from 'vitest'
import { lintTexts, lintValues, nearestName } from './variable-lint'

const variable = (name: string, required = true, defaultValue = '') => ({ name, required, defaultValue })
const prompt = (text: string) => ({ place: 'prompt.system', label: 'the system prompt', text })

describe('texts against declarations', () => {
  test('a misspelt variable names the one that was meant, and its place', () => {
    const text = 'Hello {{custmer_name}}.'
    const [finding] = lintTexts([prompt(text)], [variable('customer_name', true, 'x')])
    expect(finding).toMatchObject({ kind: 'undeclared', severity: 'error', suggestion: 'customer_name' })
    expect(text.slice(finding?.start, finding?.end)).toBe('{{custmer_name}}')
    expect(finding?.message).toBe(
      '{{custmer_name}} in the system prompt is not declared. Did you mean {{customer_name}}?',
    )
  })

  test('one that is like no other has no suggestion', () => {
    const [finding] = lintTexts([prompt('{{weather}}')], [variable('name')])
    expect(finding).toMatchObject({ kind: 'undeclared', suggestion: undefined })
  })

  test('ill formed ones and single braces are told apart', () => {
    const kinds = lintTexts([prompt('{{a b}} {{name {name} {other}')], [variable('name', false, 'x')]).map(
      ({ kind, name }) => `${kind} ${name}`,
    )
    expect(kinds).toEqual(['misnamed a b', 'unclosed name', 'single-brace name', 'unused name'])
  })

  test('of texts that have the same name, such as two headers, the same is said once', () => {
    const header = { place: 'prompt.tools', label: 'the header X of the tool book', text: '{{who}}' }
    const found = lintTexts([header, { ...header, text: 'Of {{who}}' }, { ...header, label: 'the URL' }], [])
    expect(found.map(({ message }) => message)).toEqual([
      '{{who}} in the header X of the tool book is not declared.',
      '{{who}} in the URL is not declared.',
    ])
  })

  test('what is found of a name several times in one text is one finding with all its places', () => {
    const text = '{{first}} {{ first }} {{last}} {{first}} {{first'
    const found = lintTexts([prompt(text), { ...prompt('{{first}}'), place: 'voicemailMessage' }], [])
    expect(found.map(({ kind, name, more }) => [kind, name, more?.length])).toEqual([
      ['undeclared', 'first', 2],
      ['undeclared', 'last', undefined],
      ['unclosed', 'first', undefined],
      ['undeclared', 'first', undefined],
    ])
    expect(found[0]?.message).toBe('{{first}} in the system prompt, 3 places, is not declared.')
    expect(found[0]?.more?.map(({ start, end }) => text.slice(start, end))).toEqual([
      '{{ first }}',
      '{{first}}',
    ])
  })

  test('a name in three braces is meant in two', () => {
    const text = 'Dear {{{ name }}}, {{{name}}'
    const found = lintTexts([prompt(text)], [variable('name', false, 'x')])
    expect(found.filter(({ severity }) => severity !== 'note')).toMatchObject([
      { kind: 'overbraced', suggestion: 'name', start: 5, end: 17 },
      { kind: 'overbraced', suggestion: 'name', start: 19, end: 28 },
    ])
    expect(found[0]?.message).toBe('{{{ name }}} in the system prompt has too many braces. Write {{name}}.')
  })

  test('spaces within braces make no second finding', () => {
    const text = '{{{name}}}, {{{ name }}}, {{ a b }}, {{a b}}, {name}, { name }'
    const found = lintTexts([prompt(text)], [variable('name', false, 'x'), variable('a_b', false, 'x')])
    const at = found.flatMap(({ start, end, more = [], mend }) =>
      start === undefined ? [] : [[text.slice(start, end), more.length, mend?.insert]],
    )
    expect(at).toEqual([
      ['{{{name}}}', 1, '{{name}}'],
      ['{{ a b }}', 1, '{{a_b}}'],
      ['{name}', 1, '{{name}}'],
    ])
    expect(found[0]?.message).toBe(
      '{{{name}}} in the system prompt, 2 places, has too many braces. Write {{name}}.',
    )
  })

  test('uneven braces around a name are found, and mended without the others', () => {
    const text = 'Dear {{name}}}, or {name}}, or {name}}}. {"to": {{name}}} {if {name}}'
    const found = lintTexts([prompt(text)], [variable('name', false, 'x')])
    expect(
      found.map(({ kind, suggestion, start, end }) => [kind, suggestion, text.slice(start, end)]),
    ).toEqual([
      ['overbraced', 'name', '{{name}}}'],
      ['single-brace', 'name', '{name}}'],
      ['single-brace', 'name', '{name}}}'],
      ['single-brace', 'name', '{name}'],
    ])
  })

  test('an empty one in three braces is named, and a name with spaces says what it could be', () => {
    const found = lintTexts([prompt('{{{first name}}} {{{ }}}')], [])
    expect(found.map(({ message }) => message.split(':')[0])).toEqual([
      '{{{first name}}} in the system prompt is no variable',
      '{{{ }}} in the system prompt is no variable',
    ])
    expect(found.map(({ mend }) => mend?.label)).toEqual([
      'Change to {{first_name}} and declare first_name',
      'Remove the braces',
    ])
  })

  test('a name that is declared twice is spoken of once', () => {
    expect(lintTexts([], [variable('a'), variable('a')]).map(({ kind }) => kind)).toEqual([
      'unused',
      'no-default',
    ])
  })

  test('a tool may use its own variables, and uses those of the prompt', () => {
    const tool = {
      place: 'tool',
      label: 'the tool find-order',
      text: '{{order}} {{lead}} {{who}}',
      own: ['order'],
    }
    expect(lintTexts([tool], [variable('lead', false)]).map(({ kind, name }) => [kind, name])).toEqual([
      ['undeclared', 'who'],
    ])
  })

  test('what is declared and unused, or needs a value every time, is noted', () => {
    const kinds = lintTexts([prompt('{{a}}')], [variable('a'), variable('b', false), variable(' ')]).map(
      ({ kind, name, severity }) => [kind, name, severity],
    )
    expect(kinds).toEqual([
      ['no-default', 'a', 'note'],
      ['unused', 'b', 'note'],
    ])
  })
})

describe('values against declarations', () => {
  test('a required variable without default must be given and not be blank', () => {
    const declared = [variable('a'), variable('b'), variable('c', true, 'x'), variable('d', false)]
    const found = lintValues(declared, { a: ' ', b: 0 })
    expect(found.map(({ kind, name, severity }) => [kind, name, severity])).toEqual([
      ['missing', 'a', 'error'],
      ['blank', 'd', 'note'],
    ])
  })

  test('a value nobody declared names the one that was meant', () => {
    expect(lintValues([variable('order_number', false, 'x')], { orderNumber: 1, zip: 2 })).toMatchObject([
      { kind: 'unknown', name: 'orderNumber', suggestion: 'order_number', severity: 'warning' },
      { kind: 'unknown', name: 'zip', suggestion: undefined },
    ])
  })
})

test.each([
  ['nmae', 'name'],
  ['Name', 'name'],
  ['first-name', 'first_name'],
  ['frist_nam', 'first_name'],
  ['id', undefined],
  ['surname', undefined],
])('%s stands for %s', (typed, meant) => {
  expect(nearestName(typed, ['name', 'first_name', 'plan'])).toBe(meant)
})

test.each([
  // No slip in two letters, one in five, two in nine, three in longer names; two letters that changed places are one slip.
  ['x', ['z'], undefined],
  ['ID', ['id'], 'id'],
  ['nmae', ['name'], 'name'],
  ['names', ['name'], 'name'],
  ['naems', ['name'], undefined],
  ['custmor', ['customer'], 'customer'],
  ['custm', ['customer'], undefined],
  ['appointmnet_daet', ['appointment_date'], 'appointment_date'],
  ['apointmnet_daetx', ['appointment_date'], undefined],
  ['nane', ['same', 'name'], 'name'],
  ['nane', ['name', 'nine'], 'name'],
  ['CUSTOMER-name', ['customer_names', 'customer_name'], 'customer_name'],
  ['name', [], undefined],
])('%s with %j probably meant %s', (name, candidates, meant) => {
  expect(nearestName(name, candidates)).toBe(meant)
})

test('a message quotes what was written, and nothing around it', () => {
  const messages = lintTexts(
    [prompt('Hello {{a b}}, it is { name }. {{name')],
    [variable(' name ', false, 'x')],
  )
  expect(messages.map(({ message }) => message.split(/ in | is declared/)[0])).toEqual([
    '{{a b}}',
    '{ name }',
    '{{name',
    'name',
  ])
  expect(messages[1]).toMatchObject({ start: 21, end: 29, suggestion: 'name' })
})

test('a blank default is none, and null is no value', () => {
  expect(lintTexts([prompt('{{a}}')], [variable('a', true, ' ')]).map(({ kind }) => kind)).toEqual([
    'no-default',
  ])
  expect(lintTexts([prompt('{{a}}')], [variable('a', true, 'x')])).toEqual([])
  for (const given of [{ a: null }, { a: undefined }, {}])
    expect(lintValues([variable('a', true, ' ')], given).map(({ kind }) => kind)).toEqual(['missing'])
  for (const given of [{ a: false }, { a: 0 }, { a: 'x' }])
    expect(lintValues([variable('a')], given)).toEqual([])
  expect(lintValues([variable('constructor')], {}).map(({ kind }) => kind)).toEqual(['missing'])
})
