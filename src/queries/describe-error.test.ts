import { describe, expect, it } from 'vitest'
import { NoAnswer, refusalFrom, SecretMissing, UnreadableReply } from '../client/api-error'
import { CONSOLE_ERROR_HEADER, PROXY_CODES, SERVICE_STATUS_HEADER } from '../contract/errors'
import { operations } from '../contract/operations'
import { DocumentRefused } from '../jobs/document-refused'
import { OutOfOrder } from '../jobs/procedure'
import { JobChanged } from '../ledger/job-changed'
import { describeError } from './describe-error'

const refusal = (status: number, body: unknown, { operation = 'createAgent', fromProxy = false } = {}) =>
  refusalFrom(operation, status, JSON.stringify(body), (name) =>
    name === 'x-request-id' || (fromProxy && name === CONSOLE_ERROR_HEADER) ? 'r-1' : null,
  )

describe('describeError', () => {
  it("repeats the service's own message, with what was attempted and its status", () => {
    const operation = 'deployVersion'
    const gone = refusal(404, { message: 'No such agent.', code: 'NOT_FOUND' }, { operation })
    expect(describeError(gone)).toEqual({
      title: 'Could not deploy the version',
      message: 'No such agent.',
      detail: 'Answer of the service: 404, NOT_FOUND, request r-1',
      nextStep: 'Check the id. It may be deleted, or belong to another organization.',
      fields: [],
      outcome: 'refused',
    })
  })

  it('shows no credential that stands within what the service said, as none is stored', () => {
    const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl'
    const said = {
      message: `Bearer ${secret} is too old`,
      errors: [{ path: 'apiKey', message: `No ${secret}` }],
    }
    const shown = JSON.stringify([
      describeError(refusal(401, said)),
      describeError(refusal(400, { message: `{"participantToken": "${secret}"}` })),
      describeError(refusal(400, { message: `Wrong api_key=sk-${'0a'.repeat(10)}` })),
    ])
    expect(shown).toContain('Bearer [hidden] is too old.')
    expect(shown).toContain('No [hidden]')
    expect(shown).toContain('Wrong api_key=[hidden].')
    expect(shown).not.toContain(secret)
    expect(shown).not.toContain('0a0a')
  })

  it('says who answered: the service, the console, or a gateway in its place', () => {
    const detailOf = (...given: Parameters<typeof refusal>) => describeError(refusal(...given)).detail
    expect(detailOf(500, {})).toContain('Answer of the service: 500')
    expect(detailOf(502, {})).toContain('Answer of a gateway: 502')
    expect(detailOf(504, {})).toContain('Answer of a gateway: 504')
    expect(detailOf(502, { code: 'UPSTREAM' })).toContain('Answer of the service: 502')
    expect(detailOf(502, {}, { fromProxy: true })).toContain('Answer of the console: 502')
    const forbidden = { [CONSOLE_ERROR_HEADER]: 'NOT_PERMITTED', [SERVICE_STATUS_HEADER]: '403' }
    const body = JSON.stringify({ code: 'NOT_PERMITTED', message: 'The service answered 403.' })
    const relayed = refusalFrom('listTools', 502, body, (name) => new Headers(forbidden).get(name))
    expect(describeError(relayed).detail).toBe('Answer of the service: 403, NOT_PERMITTED')
  })

  it('speaks of an id only where the request had one', () => {
    const stepOf = (body: unknown, operation: string) =>
      describeError(refusal(404, body, { operation })).nextStep
    for (const operation of ['createAgent', 'requestUpload', 'generateScenarios'])
      expect(stepOf({ message: 'Not found' }, operation)).toBe('Check SERVICE_URL, then try again.')
    expect(stepOf({ message: 'Not found' }, 'deployVersion')).toContain('Check the id.')
  })

  it.each([
    ['0', '1 second'],
    ['3', '3 seconds'],
    ['300', '5 minutes'],
    ['3600', '1 hour'],
    ['5400', '90 minutes'],
    ['7200', '2 hours'],
  ])('says a wait of %s as %s', (seconds, words) => {
    const busy = refusalFrom('createAgent', 429, '{}', (name) => (name === 'retry-after' ? seconds : null))
    expect(describeError(busy).nextStep).toBe(`Wait ${words}, then try again.`)
  })

  it('ends what was said with a full stop, because more follows it', () => {
    const messageOf = (message: string) => describeError(refusal(400, { message })).message
    expect(messageOf('The answer broke off')).toBe('The answer broke off.')
    expect(messageOf('The name "x"')).toBe('The name "x".')
    for (const whole of ['No such agent.', 'Why?', 'See below:']) expect(messageOf(whole)).toBe(whole)
    expect(describeError(new Error('It is odd')).message).toBe('It is odd.')
  })

  it('never asks to correct what a message names that the service did not give', () => {
    for (const status of [400, 409, 418, 422]) {
      const { nextStep } = describeError(refusal(status, {}))
      expect(nextStep).toMatch(/^Check /)
      expect(nextStep).not.toContain('message')
    }
  })

  it('speaks of nothing entered where something was only to be read', () => {
    const errors = [{ path: 'agent_id', message: 'agent_id is required' }]
    for (const [status, body] of [
      [400, { message: 'agent_id is required' }],
      [422, { message: 'agent_id is required', errors }],
      [500, { message: 'agent_id is required' }],
    ] as const)
      expect(describeError(refusal(status, body, { operation: 'listScenarios' }))).toMatchObject({
        title: 'Could not load the scenarios',
        message: 'agent_id is required.',
        nextStep: 'Try again. If it fails again, ask whoever runs the service.',
      })
    const stepOf = (status: number) =>
      describeError(refusal(status, {}, { operation: 'listScenarios' })).nextStep
    expect(stepOf(504)).toBe('Try again later.')
    expect(stepOf(404)).toBe('Check SERVICE_URL.')
  })

  it('says what to do where a deployed version cannot be changed, or another was deployed', () => {
    const stepAt = (operation: string) => describeError(refusal(409, {}, { operation })).nextStep
    expect(stepAt('updateAgentVersion')).toBe('Save it as a new version. What you typed stays.')
    expect(stepAt('deployVersion')).toBe('Reload the page to see which version is deployed.')
  })

  it('hands field errors on', () => {
    const fields = [{ path: 'name', message: 'Name is needed' }]
    const said = describeError(refusal(400, { message: 'Name is needed', errors: fields }))
    expect(said).toMatchObject({ fields, nextStep: 'Correct what is named, then send it again.' })
  })

  it('never invites to repeat a write of which the outcome is not known', () => {
    for (const error of [
      refusal(500, {}),
      refusal(504, { code: 'SERVICE_TIMED_OUT', message: 'm' }, { fromProxy: true }),
      new NoAnswer({ operation: 'createAgent', cause: 'timed out', sent: true }),
    ]) {
      expect(describeError(error)).toMatchObject({
        title: "We don't know if the agent was created",
        nextStep: 'Check whether it went through before you try again.',
        outcome: 'unknown',
      })
    }
    const odd = new UnreadableReply({
      operation: 'dispatchCall',
      status: 200,
      raw: 'x',
      reason: 'the reply is not JSON',
    })
    expect(describeError(odd)).toMatchObject({
      title: 'The call was placed, but the reply could not be read',
      message: 'The service answered with success, but the reply is not JSON.',
      nextStep: expect.stringContaining('Do not send it again'),
      outcome: 'accepted',
    })
  })

  it.each([
    ['createAgentVersion', "the agent's versions"],
    ['updateAgentVersion', 'the version'],
    ['sendMessage', 'the messages of the thread'],
    ['createTool', 'the list or the service'],
  ])('says where the work of an unread reply can be seen: %s', (operation, look) => {
    const odd = new UnreadableReply({ operation, status: 200, raw: 'x', reason: 'the reply broke off' })
    expect(describeError(odd).nextStep).toBe(`Do not send it again. Check ${look} first.`)
  })

  it('sends nobody to look for the token of a web chat whose reply was cut', () => {
    const odd = new UnreadableReply({
      operation: 'createChatThread',
      status: 201,
      raw: undefined,
      reason: 'the reply broke off',
    })
    expect(describeError(odd)).toMatchObject({
      title: 'The web-chat thread was created, but the reply could not be read',
      nextStep: 'Its client token is lost with the reply. Create another web chat.',
    })
  })

  it("tells the console's own server from the service behind it", () => {
    const operation = 'listFiles'
    const own = describeError(new NoAnswer({ operation, cause: 'connection lost', sent: true }))
    expect(own).toMatchObject({
      title: 'Could not load the files',
      message: "Can't reach Switchboard.",
    })
    const half = describeError(new NoAnswer({ operation, cause: 'broke off', sent: true }))
    expect(half).toMatchObject({
      title: 'Could not load the files',
      message: 'The answer broke off.',
      nextStep: 'Try again.',
    })
    const message = 'The service cannot be reached.'
    const nextStep = 'Try again when the service is back.'
    const body = { code: 'SERVICE_UNREACHABLE', message, nextStep }
    expect(describeError(refusal(502, body, { operation, fromProxy: true }))).toMatchObject({
      message,
      nextStep,
      detail: expect.stringContaining('Answer of the console: 502'),
    })
    // What a service puts there is not the console's to say.
    expect(describeError(refusal(502, body, { operation })).nextStep).not.toBe(nextStep)
  })

  it('says that nothing was sent when nothing was', () => {
    const offline = new NoAnswer({ operation: 'dispatchCall', cause: 'offline', sent: false })
    expect(describeError(offline)).toMatchObject({
      title: 'Could not place the call',
      message: 'This computer is offline. Nothing was sent.',
      outcome: 'refused',
    })
  })

  it('has words for a document, an id and anything else', () => {
    expect(describeError(new DocumentRefused('The file is empty.', 'Save it again.'))).toMatchObject({
      message: 'The file is empty.',
      nextStep: 'Save it again.',
    })
    expect(describeError(new RangeError('fileId "a/b" cannot be used in an address'))).toMatchObject({
      message: 'fileId "a/b" cannot be used in an address.',
      outcome: 'refused',
    })
    expect(describeError('thrown text').message).toBe('No reason given.')
  })

  it.each([
    'Failed to fetch dynamically imported module: http://127.0.0.1/assets/a.js',
    'error loading dynamically imported module: http://127.0.0.1/assets/a.js',
    'Importing a module script failed.',
  ])('does not send anybody away who misses a part of the page: %s', (message) => {
    const said = describeError(new TypeError(message))
    expect(said).toMatchObject({ title: 'A part of this page could not be loaded', outcome: 'refused' })
    expect(said.nextStep).toContain('try again')
    expect(said.message).not.toContain('assets')
    // It may be the screen that an accepted write leads to.
    expect(said.message).toBe("Can't reach Switchboard, or it was updated. What was sent before stays sent.")
  })

  it('says what keeps a procedure from a step, and calls it no fault of the page', () => {
    expect(describeError(new OutOfOrder('a collection holds the old file'))).toMatchObject({
      title: 'This is not possible now',
      message: 'A collection holds the old file.',
      outcome: 'refused',
    })
  })

  it('names a procedure that another page continued, and calls it no fault of the page', () => {
    expect(describeError(new JobChanged())).toMatchObject({
      title: 'Another page continued this',
      nextStep: 'Reload this page to see the present state.',
      outcome: 'refused',
    })
  })

  it.each([...Object.keys(operations), 'toString'])(
    'speaks of %s in words and with one next step, whatever happened',
    (operation) => {
      const proxied = Object.keys(PROXY_CODES).map((code) =>
        refusal(502, { code }, { operation, fromProxy: true }),
      )
      const refused = [400, 401, 403, 404, 409, 413, 415, 418, 422, 429, 500, 503, 507].map((status) =>
        refusal(status, {}, { operation }),
      )
      for (const error of [...proxied, ...refused]) {
        const { title, message, nextStep } = describeError(error)
        expect(title).toMatch(/^(Could not|We don't know if) \w/)
        if (Object.hasOwn(operations, operation)) expect(title).not.toContain(operation)
        expect(message).toMatch(/\w.*\.$/)
        expect(nextStep).toMatch(/^[A-Z].*\.$/)
      }
    },
  )
})

it('names the secrets that this browser did not store', () => {
  expect(describeError(new SecretMissing('createAgent', ['overrideSTTConfig.apiKey']))).toMatchObject({
    title: 'Could not create the agent',
    message: 'A secret is missing: the console stores none. Nothing was sent.',
    fields: [{ path: 'overrideSTTConfig.apiKey' }],
    outcome: 'refused',
  })
})
