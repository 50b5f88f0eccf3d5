import { describe, expect, it } from 'vitest'
import { splitFieldErrors, strayErrors } from './field-errors'

describe('field errors of the service', () => {
  const values = { name: '', prompt: { system: '', variables: [{ name: '' }] } }

  it('lands on the fields of the form, in dots or in brackets', () => {
    const errors = [
      { path: 'name', message: 'is taken' },
      { path: 'prompt.variables[0].name', message: 'is empty' },
      { path: 'prompt.system', message: 'is too long' },
    ]
    expect(splitFieldErrors(errors, values)).toEqual({
      onFields: [
        { path: 'name', message: 'is taken' },
        { path: 'prompt.variables.0.name', message: 'is empty' },
        { path: 'prompt.system', message: 'is too long' },
      ],
      others: [],
    })
  })

  it('lands on a field that nothing was typed into yet', () => {
    const errors = [{ path: 'variables.customer', message: 'needs a value' }]
    expect(splitFieldErrors(errors, { variables: { customer: undefined } })).toEqual({
      onFields: errors,
      others: [],
    })
  })

  it('keeps what has no field here, with the path as the service wrote it', () => {
    const errors = [
      { path: 'voiceId', message: 'does not exist' },
      { path: '', message: 'agent is archived' },
      { path: 'prompt.variables[3].name', message: 'is empty' },
      { path: 'constructor', message: 'is odd' },
    ]
    expect(splitFieldErrors(errors, values)).toEqual({ onFields: [], others: errors })
  })
})

describe('errors that no field shows', () => {
  it('finds them at any depth and leaves out those with a field', () => {
    const errors = {
      name: { type: 'custom', message: 'is missing', ref: {} },
      prompt: {
        tools: { root: { type: 'custom', message: 'hold at most 20' } },
        variables: [undefined, { name: { type: 'x', message: 'is empty' } }],
      },
    }
    expect(strayErrors(errors)).toEqual([
      { path: 'prompt.tools', message: 'hold at most 20' },
      { path: 'prompt.variables.1.name', message: 'is empty' },
    ])
  })

  it('leaves out what a field on the screen shows, though the resolver named no element', () => {
    const errors = {
      reason: { type: 'reason', message: 'is missing' },
      rows: [{ name: { type: 'x', message: 'is empty' } }],
      gone: { type: 'x', message: 'is too long' },
    }
    const fields = {
      reason: { _f: { name: 'reason', mount: true } },
      rows: [{ name: { _f: { name: 'rows.0.name', mount: true } } }],
      gone: { _f: { name: 'gone', mount: false } },
    }
    expect(strayErrors(errors, fields)).toEqual([{ path: 'gone', message: 'is too long' }])
  })

  it('has none for a form without errors', () => {
    expect(strayErrors({})).toEqual([])
  })
})
