import { describe, expect, it } from 'vitest'
import { lintTexts } from '../../contract/variable-lint'
import { findingsInPrompt, isBeingWritten, PROMPT_PLACE } from './-findings'
import { textsOfTools } from './-lint-version'
import { estimateTokens } from './-prompt-fields'
import { renamingOf } from './-use-rename'

const apply = (text: string, changes: readonly { start: number; end: number; text: string }[]) =>
  [...changes]
    .reverse()
    .reduce((done, { start, end, text: by }) => done.slice(0, start) + by + done.slice(end), text)

describe('renaming in a text', () => {
  it('changes every place of that name and nothing else, and exactly back', () => {
    const text = '{{a}} {{ a }} {{ab}} a {{a} {{a}}'
    const { there, back } = renamingOf(text, { from: 'a', to: 'lead.name' })
    const renamed = apply(text, there)
    expect(renamed).toBe('{{lead.name}} {{ lead.name }} {{ab}} a {{a} {{lead.name}}')
    expect(apply(renamed, back)).toBe(text)
  })

  it('takes back a rename onto a name that was there before without touching that', () => {
    const text = '{{one}} {{two}}'
    const { there, back } = renamingOf(text, { from: 'one', to: 'two' })
    expect(apply(text, there)).toBe('{{two}} {{two}}')
    expect(apply(apply(text, there), back)).toBe(text)
  })
})

describe('what mends a finding', () => {
  const fixesOf = (text: string) => {
    const declared = [{ name: 'customer', required: true, defaultValue: '' }]
    const findings = lintTexts([{ place: PROMPT_PLACE, label: 'it', text }], declared)
    return findingsInPrompt(findings, () => undefined).map(({ fixes }) =>
      fixes.map(({ insert, label }) => insert ?? label),
    )
  }

  it('is the name that was meant, the missing braces, or a declaration', () => {
    expect(fixesOf('{{custmer}}')).toEqual([['{{customer}}', 'Declare custmer']])
    expect(fixesOf('{customer}')).toEqual([['{{customer}}']])
    expect(fixesOf('{{customer and more')).toEqual([['{{customer}}']])
    expect(fixesOf('{{two words}}')).toEqual([['{{two_words}}']])
    expect(fixesOf('{{{custmer}}}')).toEqual([['{{custmer}}']])
    expect(fixesOf('{{#each}}')).toEqual([[]])
  })

  it('is offered first, before what nothing mends in one press', () => {
    const lines = Array.from({ length: 9 }, (_, at) => `{{#each list_${at}}}\n`).join('')
    const [first, second, ...others] = fixesOf(`${lines}{{{custmer}}} {{weather}}`)
    expect([first, second]).toEqual([['{{custmer}}'], ['Declare weather']])
    expect(others).toEqual(Array(9).fill([]))
  })
})

describe('what is being written', () => {
  const judged = (text: string, at: number | null, place = PROMPT_PLACE) =>
    lintTexts([{ place, label: 'it', text }], [])
      .filter((finding) => !isBeingWritten(finding, at))
      .map(({ name }) => name)

  it('is not judged until the cursor has left it', () => {
    expect(judged('Hi {{cust', 9)).toEqual([])
    expect(judged('Hi {{cust', null)).toEqual(['cust'])
    expect(judged('Hi {{cust and', 13)).toEqual(['cust'])
    expect(judged('Hi {{cust}}', 9)).toEqual([])
  })

  it('is judged when its braces are closed, and elsewhere all the time', () => {
    expect(judged('Hi {{cust}}', 11)).toEqual(['cust'])
    expect(judged('{{one}} {{tw', 12)).toEqual(['one'])
    expect(judged('Hi {{cust', 9, 'voicemailMessage')).toEqual(['cust'])
  })
})

describe('texts of tools', () => {
  const tool = {
    id: 't',
    slug: 'book',
    structure: {
      url: 'https://x.example/{{day}}',
      headers: [{ key: 'X', value: 'Bearer {{token_name}}' }],
      body: { deep: [{ note: '{{custmer}}' }], plain: 'no' },
      variables: [{ name: 'day', required: true, other: {} }],
      other: {},
    },
    other: {},
  }

  it('are the address, header values and strings of the body, and a tool knows its own variables', () => {
    const texts = textsOfTools(['book', 'unread'], [tool])
    expect(texts.map(({ text }) => text)).toEqual([
      'https://x.example/{{day}}',
      'Bearer {{token_name}}',
      '{{custmer}}',
      'no',
    ])
    const declared = [{ name: 'customer', required: false, defaultValue: '' }]
    expect(lintTexts(texts, declared).map(({ kind, name, suggestion }) => [kind, name, suggestion])).toEqual([
      ['undeclared', 'token_name', undefined],
      ['undeclared', 'custmer', 'customer'],
      ['unused', 'customer', undefined],
    ])
  })
})

it('estimates tokens by four characters each, and one each in scripts without spaces', () => {
  expect(estimateTokens('')).toBe(0)
  expect(estimateTokens('abcde')).toBe(2)
  expect(estimateTokens('你好')).toBe(2)
  expect(estimateTokens('abcd你')).toBe(2)
})
