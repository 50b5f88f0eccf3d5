import { describe, expect, it } from 'vitest'
import { readErrorBody } from './errors'

describe('readErrorBody (§7, D4)', () => {
  it.each([
    [{ status: 400, message: 'No.', code: 'BAD_REQUEST', success: false }, 'No.', 'BAD_REQUEST'],
    [{ errorMessage: 'No.' }, 'No.', undefined],
    [{ error: 'E1', error_message: 'No.' }, 'No.', undefined],
    [{ Message: 'No.' }, 'No.', undefined],
    [{ status: 'error', reason: 'No.' }, 'No.', undefined],
    [{ error: 'No.' }, 'No.', undefined],
    [{ error: { message: 'No.', code: 'X' } }, 'No.', 'X'],
    [{ detail: 'No.' }, 'No.', undefined],
    [{ title: 'No.', errorCode: 7 }, 'No.', '7'],
    [{ message: ['No.', 'Not at all.'] }, 'No. Not at all.', undefined],
    [{ statusCode: 400, message: ['No.', 'Never.'], error: 'Bad Request' }, 'No. Never.', undefined],
    ['No.', 'No.', undefined],
    ['<html><body>Bad gateway</body></html>', undefined, undefined],
    ['', undefined, undefined],
    [null, undefined, undefined],
    [[1, 2], undefined, undefined],
  ])('reads %j', (body, message, code) => {
    const read = readErrorBody(body)
    expect([read.message, read.code]).toEqual([message, code])
  })

  it.each([
    { errors: [{ path: 'name', message: 'Too long' }] },
    { errors: [{ field: 'name', msg: 'Too long' }] },
    { errors: { name: 'Too long' } },
    { errors: { name: ['Too long'] } },
    { errors: { name: [{ message: 'Too long' }] } },
    { errors: [{ field: 'name', reason: 'Too long' }] },
    { errors: [{ property: 'name', constraints: { maxLength: 'Too long' }, children: [] }] },
    { errors: [{ pointer: '/body/name', detail: 'Too long' }] },
    { fieldErrors: { name: 'Too long' } },
    { name: ['Too long'], status: 422 },
    [{ field: 'name', message: 'Too long' }],
    { issues: [{ path: ['name'], message: 'Too long' }] },
    { detail: [{ loc: ['body', 'name'], msg: 'Too long' }] },
    { error: { details: [{ path: 'name', message: 'Too long' }] } },
    { error: { message: 'Bad', details: [{ field: 'name', issue: 'Too long' }] } },
    { detail: 'Body invalid', 'invalid-params': [{ name: 'name', reason: 'Too long' }] },
    { title: 'Not valid', invalidParams: [{ name: 'name', reason: 'Too long' }] },
    { errors: [{ pointer: '#/name', detail: 'Too long' }] },
  ])('finds the field error in %j', (body) => {
    expect(readErrorBody(body).fields).toEqual([{ path: 'name', message: 'Too long' }])
  })

  it('finds the field with whose name a message of a list begins, and runs no two together', () => {
    const message = ['toPhoneNumber must be mobile', 'metadata.0.name should not be empty', 'No more calls']
    expect(readErrorBody({ statusCode: 400, message, error: 'Bad Request' })).toEqual({
      message: 'toPhoneNumber must be mobile. metadata.0.name should not be empty. No more calls',
      code: undefined,
      fields: [
        { path: 'toPhoneNumber', message: 'toPhoneNumber must be mobile' },
        { path: 'metadata.0.name', message: 'metadata.0.name should not be empty' },
      ],
    })
    expect(readErrorBody({ message: 'Not valid', errors: ['name must be short', 'Ugly'] })).toMatchObject({
      message: 'Not valid. Ugly',
      fields: [{ path: 'name', message: 'name must be short' }],
    })
  })

  it('takes the name of an error for no field', () => {
    const said = { message: 'Not valid', errors: [{ name: 'ValidationError', message: 'Too long' }] }
    expect(readErrorBody(said)).toEqual({ message: 'Not valid. Too long', code: undefined, fields: [] })
  })

  it('finds what is nested, and all that is said of a field', () => {
    const nested = { message: 'Not valid', errors: { prompt: { system: ['Too short.', 'Ugly.'] } } }
    const fields = [{ path: 'prompt.system', message: 'Too short. Ugly.' }]
    expect(readErrorBody(nested)).toEqual({ message: 'Not valid', code: undefined, fields })
    const children = [{ property: 'system', constraints: { minLength: 'Too short' } }]
    expect(readErrorBody({ errors: [{ property: 'prompt', children }] }).fields).toEqual([
      { path: 'prompt.system', message: 'Too short' },
    ])
  })

  it('reads what is said under other names, and takes nothing of itself for a field', () => {
    expect(readErrorBody({ msg: 'No.' }).message).toBe('No.')
    expect(readErrorBody({ errors: 'No.' }).message).toBe('No.')
    const itself = { name: 'BadRequest', status: 'error', requestId: 'r1', timestamp: 'now', success: false }
    expect(readErrorBody(itself)).toEqual({ message: undefined, code: undefined, fields: [] })
  })

  it('takes from a list or a map only what names a field and says something', () => {
    const good = { path: 'name', message: 'Too long' }
    const fields = [null, 'Ugly', { path: 'name' }, { message: 'Ugly' }, good]
    expect(readErrorBody({ errors: fields }).fields).toEqual([good])
    expect(
      readErrorBody({ errors: { name: 'Too long', size: 7, kind: [], parts: [3, 'No part'] } }).fields,
    ).toEqual([good, { path: 'parts', message: 'No part' }])
    expect(readErrorBody({ message: ['No.', 7, null] }).message).toBe('No.')
  })

  it('has no fields where none is named, and the first complaint for a message where nothing else is said', () => {
    for (const body of ['', 'No.', null, [1, 2], {}, { message: 'No.' }, { error: { code: 'X' } }])
      expect(readErrorBody(body).fields, JSON.stringify(body)).toEqual([])
    expect(readErrorBody({}).message).toBeUndefined()
    expect(readErrorBody({ errors: { name: 'Too long' } }).message).toBe('Too long')
  })

  it('takes an empty text for none', () => {
    expect(readErrorBody({ message: '', error: 'No.' }).message).toBe('No.')
    expect(readErrorBody({ message: '', detail: '', error: { message: 'No.' } }).message).toBe('No.')
    const errors = [{ path: 'name', message: '', detail: 'Too long' }]
    expect(readErrorBody({ errors }).fields).toEqual([{ path: 'name', message: 'Too long' }])
  })

  it('says also what is said of no field', () => {
    expect(readErrorBody({ errors: ['Too long', { msg: 'Ugly' }] }).message).toBe('Too long. Ugly')
    expect(
      readErrorBody({ message: 'Not valid', errors: ['Too long', { path: 'name', message: 'Ugly' }] })
        .message,
    ).toBe('Not valid. Too long')
    expect(readErrorBody({ detail: 'No.', errors: ['No.'] }).message).toBe('No.')
  })

  it('takes a plain text without the space around it, and of a long one the beginning', () => {
    expect(readErrorBody('  No.\n').message).toBe('No.')
    expect(readErrorBody(' <p>Bad gateway</p>').message).toBeUndefined()
    expect(readErrorBody('a'.repeat(501)).message).toBe('a'.repeat(500))
  })
})
