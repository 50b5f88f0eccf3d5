import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lintTexts } from './variable-lint'

const declared = [
  { name: 'first_name', required: true, defaultValue: '' },
  { name: 'd', required: true, defaultValue: '' },
]
const lint = (text: string, names = declared) =>
  lintTexts([{ place: 'prompt', label: 'the prompt', text }], names).filter(({ place }) => place)

/** The text and the names after the mend of a finding was applied at all its places. */
function mended(text: string, { mend, start = 0, end = 0, more = [] }: ReturnType<typeof lint>[number]) {
  const places = [{ start, end }, ...more].toSorted((one, other) => other.start - one.start)
  const after = places.reduce(
    (done, each) => done.slice(0, each.start) + mend?.insert + done.slice(each.end),
    text,
  )
  const added = mend?.declares ? [{ name: mend.declares, required: true, defaultValue: '' }] : []
  return { text: after, left: lint(after, [...declared, ...added]) }
}

const mendsOf = (text: string) => lint(text).map((each) => each.mend && mended(text, each).text)

it.each([
  ['{{c, {d}, }}}', ['{{c}}, {d}, }}}', '{{c, {{d}}, }}}']],
  ['{{ first name }}', ['{{first_name}}']],
  ['{{last name}}', ['{{last_name}}']],
  ['a {{}} b', ['a  b']],
  ['a {{ b', ['a {{b}}']],
  ['{{d} and', ['{{d}} and']],
  ['Hi {{first_name.', ['Hi {{first_name}}.']],
  ['Hi {{', ['Hi ']],
  ['{{#each x}}', [undefined]],
  // Three braces become two; what stands behind them is of the text around.
  ['{"id": {{{d}}}}', ['{"id": {{d}}}']],
  ['{"a": {"b": {{{d}}}}}', ['{"a": {"b": {{d}}}}']],
  ['{\n"id": {{{d}}},\n"at": {{{d}}}}', ['{\n"id": {{d}},\n"at": {{d}}}']],
  [`{"note": "${'long '.repeat(20)}", "id": {{{d}}}}`, [`{"note": "${'long '.repeat(20)}", "id": {{d}}}`]],
  ['{{{first name}}}', ['{{first_name}}']],
  ['{"id": {{{ first name }}}}', ['{"id": {{first_name}}}']],
  ['{{first name}}}', ['{{first_name}}']],
  ['{{{d}, {{{d and', ['{{d}}, {{{d and', '{{{d}, {{d}} and']],
  ['{{"id": {{{d}}}}}', [undefined, '{{"id": {{d}}}}']],
  ['a {{} b {{ } c', ['a  b {{ } c', 'a {{} b   c']],
  ['a {{{ }}} b', ['a   b']],
  ['a {{{}}} b', ['a  b']],
  ['Hi {{{', ['Hi ']],
  ['{{{#each x}}}', [undefined]],
  ['{{{d}}, {{d}}}', ['{{d}}, {{d}}}', '{{{d}}, {{d}}']],
])('%s is mended', (text, wanted) => {
  expect(mendsOf(text)).toEqual(wanted)
})

it('leaves nothing to find where it mended, and makes no other mistake', () => {
  const parts = [
    '{',
    '{{',
    '{{{',
    '}',
    '}}',
    '}}}',
    'd',
    'first_name',
    'first name',
    'c,',
    ' ',
    '\n',
    '.',
    'ü',
    '1',
    '{d}',
    '{"a": ',
  ]
  const messy = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((some) => some.join(''))
  fc.assert(
    fc.property(messy, (text) => {
      const before = lint(text)
      for (const found of before) {
        if (!found.mend) continue
        const { text: after, left } = mended(text, found)
        const count = (all: typeof before) => all.reduce((sum, { more = [] }) => sum + 1 + more.length, 0)
        expect(
          count(left),
          `${JSON.stringify(text)} with ${found.mend.label}: ${JSON.stringify(after)}`,
        ).toBeLessThan(count(before))
      }
    }),
    { numRuns: 1_500, seed: 1 },
  )
})
