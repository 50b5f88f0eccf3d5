import { describe, expect, it } from 'vitest'
import { readJson, readJsonObject } from './json-text'

describe('text of a JSON field', () => {
  it('refuses whole numbers that would be sent as others, and no text of digits', () => {
    const text = '{"lead": "12345678901234567890",\n "crm_id": [1, -1234567890123456789]}'
    expect(readJsonObject(text)).toEqual({
      ok: false,
      reason:
        'At line 2, column 16: -1234567890123456789 has more digits than a number keeps. Put it in quotes.',
    })
    expect(readJsonObject('{"a": 9007199254740991, "b": 1e30, "c": 0.12345678901234567}').ok).toBe(true)
  })

  it('is an object, or nothing', () => {
    expect(readJsonObject('{"a": [1, -2.5e3, true, null, "\\u00e9 \\""], "b": {}, "c": []}')).toEqual({
      ok: true,
      value: { a: [1, -2500, true, null, 'é "'], b: {}, c: [] },
    })
    expect(readJsonObject('  \n')).toEqual({ ok: true, value: undefined })
  })

  it('is any value where the field takes any', () => {
    for (const value of ['stt-x', 7, false, [1], { a: 1 }, null])
      expect(readJson(JSON.stringify(value))).toEqual({ ok: true, value })
    expect(readJson('')).toEqual({ ok: true, value: undefined })
    expect(readJson('stt-x').ok).toBe(false)
  })

  it.each([
    ['[1]', 'a list'],
    ['"x"', 'a text'],
    ['12', 'a number'],
    ['true', 'true or false'],
    ['null', 'null'],
  ])('%s is valid JSON but no object', (text, kind) => {
    expect(readJsonObject(text)).toEqual({
      ok: false,
      reason: `This is ${kind}. An object in braces is needed, for example {"campaign": "spring"}.`,
    })
  })

  it.each([
    ['{"a": 1,}', 1, 8, 'remove the comma before the closing bracket.'],
    ['{"a": [1, 2,]}', 1, 12, 'remove the comma before the closing bracket.'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a comma is missing before this.'],
    ['{"a" 1}', 1, 6, 'a colon is missing before this.'],
    ['{a: 1}', 1, 2, 'a text or a name needs double quotes around it.'],
    ["{'a': 1}", 1, 2, 'use double quotes, not single ones.'],
    ['{“a”: 1}', 1, 2, 'use straight double quotes.'],
    ['{"a": "x\ny"}', 1, 7, 'this text has no closing double quote, or holds a line break or a bad escape.'],
    ['{"a": 01}', 1, 7, 'a text or a name needs double quotes around it.'],
    ['{"a": }', 1, 7, '"}" cannot stand here.'],
    ['{"a": , "b": 1}', 1, 7, 'a value is missing before this.'],
    ['{1: 2}', 1, 2, 'a name in double quotes is needed here.'],
    ['{"a": 1', 1, 8, 'the text ends before the closing }'],
    ['{"a": [1]]', 1, 10, '"]" cannot stand here.'],
    ['{} {}', 1, 4, 'nothing may follow the object.'],
    ['{"a": #}', 1, 7, '"#" cannot stand here.'],
  ])('%j says where and what', (text, line, column, what) => {
    expect(readJsonObject(text)).toEqual({
      ok: false,
      reason: `Not valid JSON at line ${line}, column ${column}: ${what}`,
    })
  })

  it('agrees with the parser: what it accepts is accepted, and the scan ends on anything', () => {
    for (const text of [
      '{',
      '}',
      '"',
      '{"a',
      '{"a":',
      '{"a":1]',
      '\\',
      '{"a":"\\x"}',
      '{"a":1}x',
      '{"a":tru}',
      '{"a":-}',
    ]) {
      expect(readJsonObject(text).ok).toBe(false)
    }
  })
})
