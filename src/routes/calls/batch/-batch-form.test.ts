import { expect, it } from 'vitest'
import { batchResolver, emptyBatch, fromPace, hoursOverMidnight, paceResolver } from './-batch-form'

const options = { fields: {}, shouldUseNativeValidation: false }
const batch = { ...emptyBatch, agentId: 'agent-1', versionId: 'version-1', outboundPhoneNumberId: 'number-1' }
/** As a field for a moment holds it. */
const inMinutes = (minutes: number) =>
  fromPace({ everyMs: 0, atOnce: 1, startAt: new Date(Date.now() + minutes * 60_000).toISOString() }).startAt

it('begins at a time that is ahead, or when somebody starts it', async () => {
  const errorAt = async (startAt: string) =>
    (await batchResolver({ ...batch, startAt }, undefined, options)).errors.startAt?.message
  for (const startAt of ['', inMinutes(0), inMinutes(1), inMinutes(60 * 24)])
    expect(await errorAt(startAt)).toBeUndefined()
  expect(await errorAt(inMinutes(-2))).toContain('This time is past')
  expect(await errorAt('yesterday')).toBe('Enter a date and a time')
})

it('may keep a start that passed while the batch was sent, and take no other that is past', async () => {
  const errorAt = async (startAt: string) =>
    (await paceResolver(inMinutes(-90))({ ...batch, startAt }, undefined, options)).errors.startAt?.message
  expect(await errorAt(inMinutes(-90))).toBeUndefined()
  expect(await errorAt(inMinutes(90))).toBeUndefined()
  expect(await errorAt(inMinutes(-60))).toContain('This time is past')
})

it('says how long hours over midnight are, and nothing of others', () => {
  expect(hoursOverMidnight('09:00', '08:00')).toBe('23 h')
  expect(hoursOverMidnight('22:00', '06:30')).toBe('8 h 30 min')
  for (const [from, to] of [
    ['09:00', '20:00'],
    ['09:00', '09:00'],
    ['', '08:00'],
    ['09:00', ''],
  ] as const)
    expect(hoursOverMidnight(from, to)).toBeUndefined()
})
