import { expect, test } from 'vitest'
import { placeholdersIn, renameVariable, renderText, variablesIn } from './placeholders'

test('finds each {{name}} with its place, and says what is ill formed', () => {
  const text = 'Hi {{ name }}, {{first name}} {{}} and {{order_id'
  expect(
    placeholdersIn(text).map(({ start, end, ...rest }) => ({ ...rest, is: text.slice(start, end) })),
  ).toEqual([
    { name: 'name', fault: undefined, is: '{{ name }}' },
    { name: 'first name', fault: 'misnamed', is: '{{first name}}' },
    { name: '', fault: 'misnamed', is: '{{}}' },
    { name: 'order_id', fault: 'unclosed', is: '{{order_id' },
  ])
})

test('braces too many behind a name are its fault, unless they close what was opened before', () => {
  const faulty = (text: string) =>
    placeholdersIn(text).flatMap(({ start, end, fault }) => (fault ? [[fault, text.slice(start, end)]] : []))
  expect(faulty('{{a}}}, {{ b }}}} {{{c}}')).toEqual([
    ['overbraced', '{{a}}}'],
    ['overbraced', '{{ b }}}}'],
    ['overbraced', '{{{c}}'],
  ])
  expect(faulty('{"id": {{id}}} {"in": {"id": {{id}}}}')).toEqual([])
  expect(faulty('{"in": {"id": {{id}}}}}')).toEqual([['overbraced', '{{id}}}']])
  // Three braces behind three are the name's, and what cannot be a name is called so in any number of braces.
  expect(faulty('{"a": {"b": {{{c}}}}} {{{first name}}} {{{ }}}')).toEqual([
    ['overbraced', '{{{c}}}'],
    ['misnamed', '{{{first name}}}'],
    ['misnamed', '{{{ }}}'],
  ])
  expect(placeholdersIn('{{a}}} '.repeat(50_000))).toHaveLength(50_000)
})

test('an unclosed one ends with its word and its line', () => {
  const text = '{{name says the rest of the line\n}} {{ok}}'
  const [unclosed, ok] = placeholdersIn(text)
  expect(text.slice(unclosed?.start, unclosed?.end)).toBe('{{name')
  expect(ok).toMatchObject({ name: 'ok', fault: undefined })
})

test('names each variable once, in the order of the text', () => {
  expect(variablesIn('{{b}} {{a.c-1}} {{b}} {single} {{1st}}')).toEqual(['b', 'a.c-1'])
})

test('stays quick with a hundred thousand braces', () => {
  expect(placeholdersIn('{'.repeat(100_000))).toHaveLength(1)
})

test('renames where the variable is used and nowhere else', () => {
  expect(renameVariable('name {{name}} {{ name }} {{names}} {name}', 'name', 'first_name')).toBe(
    'name {{first_name}} {{ first_name }} {{names}} {name}',
  )
})

test('renders values first, then defaults, and keeps what has neither', () => {
  const pieces = renderText('Hi {{name}}, {{plan}} {{when}}!', { name: 'Ada', plan: '' }, { plan: 'basic' })
  expect(pieces).toEqual([
    { text: 'Hi ' },
    { text: 'Ada', name: 'name', filled: true },
    { text: ', ' },
    { text: 'basic', name: 'plan', filled: true },
    { text: ' ' },
    { text: '{{when}}', name: 'when', filled: false },
    { text: '!' },
  ])
})

test('names of prototypes are data', () => {
  expect(renderText('{{constructor}}', {})).toEqual([
    { text: '{{constructor}}', name: 'constructor', filled: false },
  ])
})
