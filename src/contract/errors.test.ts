import { describe, expect, it } from 'vitest'
import { readErrorBody } from './errors'

describe('readErrorBody (§7, D4)', () => {
  it.each([
    [{ status: 400, message: 'No.', code: 'BAD_REQUEST', success: false }, 'No.', 'BAD_REQUEST'],
    [{ error: 'No.' }, 'No.', undefined],
    [{ error: { message: 'No.', code: 'X' } }, 'No.', 'X'],
    [{ detail: 'No.' }, 'No.', undefined],
    [{ title: 'No.', errorCode: 7 }, 'No.', '7'],
    [{ message: ['No.', 'Not at all.'] }, 'No. Not at all.', undefined],
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
    { errors: { name: ['Too long', 'Ugly'] } },
    { issues: [{ path: ['name'], message: 'Too long' }] },
    { detail: [{ loc: ['body', 'name'], msg: 'Too long' }] },
    { error: { details: [{ path: 'name', message: 'Too long' }] } },
  ])('finds the field error in %j', (body) => {
    expect(readErrorBody(body).fields).toEqual([{ path: 'name', message: 'Too long' }])
  })
})
