import { expect, it } from 'vitest'
import type { UploadItem } from './upload-item'
import { ProgressMeter } from './upload-progress'

const item = (id: number, size: number, more: Partial<UploadItem> = {}): UploadItem => ({
  id: String(id),
  fileName: `${id}.pdf`,
  size,
  state: 'queued',
  canRetry: false,
  ...more,
})
const working = (id: number, size: number, step: NonNullable<UploadItem['step']>) =>
  item(id, size, { state: 'working', step })
const small = 2_000

it('does not say an hour for a few small documents because none of them is done yet', () => {
  const meter = new ProgressMeter()
  const waiting = Array.from({ length: 25 }, (_, at) => item(at + 3, small))
  meter.measure([...[0, 1, 2].map((id) => item(id, small)), ...waiting], 0)
  const moving = [0, 1, 2].map((id) => working(id, small, { name: 'upload', sent: 900, total: small }))
  const { leftMs } = meter.measure([...moving, ...waiting], 2_000) ?? {}
  // Three of 28 are half done after two seconds.
  expect(leftMs).toBeGreaterThan(25_000)
  expect(leftMs).toBeLessThan(60_000)
})

it('does not go back when the bytes of a large document are there and its record is created', () => {
  const size = 200_000_000
  const leftAt = (step: NonNullable<UploadItem['step']>) => {
    const meter = new ProgressMeter()
    meter.measure([item(0, size), item(1, size)], 0)
    return meter.measure([working(0, size, step), item(1, size)], 10_000)?.leftMs
  }
  const uploaded = leftAt({ name: 'upload', sent: size, total: size })
  expect(uploaded).toBeCloseTo(10_000, -2)
  expect(leftAt({ name: 'record' })).toBeCloseTo(uploaded ?? 0, -2)
  expect(leftAt({ name: 'collection' })).toBeCloseTo(uploaded ?? 0, -2)
})

it('says no time while what waits is unlike all that moved, and one once it moves', () => {
  const meter = new ProgressMeter()
  const added = (id: number) => item(id, small, { state: 'added' })
  const large = 45_000_000
  const ten = [...Array(10).keys()]
  meter.measure([...ten.map((id) => item(id, small)), item(10, large)], 0)
  expect(meter.measure([...ten.map(added), item(10, large)], 4_000)).toEqual({
    done: 10,
    total: 11,
    movedAt: 4_000,
  })
  const moving = working(10, large, { name: 'upload', sent: large / 2, total: large })
  const { leftMs } = meter.measure([...ten.map(added), moving], 6_000) ?? {}
  expect(leftMs).toBeGreaterThan(1_000)
  expect(leftMs).toBeLessThan(7_000)
})

it('knows since when nothing moves', () => {
  const meter = new ProgressMeter()
  const at = (sent: number, now: number) =>
    meter.measure([working(0, 9_000, { name: 'upload', sent, total: 9_000 })], now)?.movedAt
  expect(at(0, 1_000)).toBe(1_000)
  expect(at(0, 5_000)).toBe(1_000)
  expect(at(4_000, 6_000)).toBe(6_000)
  expect(at(4_000, 30_000)).toBe(6_000)
  meter.goOn(31_000)
  expect(at(4_000, 31_000)).toBe(31_000)
})

it('counts what is refused on its way as ended, so the total does not shrink', () => {
  const meter = new ProgressMeter()
  const refused = (id: number) => item(id, small, { state: 'failed' })
  meter.measure([item(0, small), item(1, small), item(2, small)], 0)
  // What was refused before, and what is taken out, is no part of it.
  expect(meter.measure([refused(9), refused(0), item(1, small), item(2, small)], 1_000)).toMatchObject({
    done: 1,
    total: 3,
  })
  expect(meter.measure([refused(0), refused(1), item(2, small)], 2_000)).toMatchObject({ done: 2, total: 3 })
  // Tried again, it is on its way again.
  expect(meter.measure([item(0, small), refused(1), item(2, small)], 3_000)).toMatchObject({
    done: 1,
    total: 3,
  })
  expect(meter.measure([refused(0), refused(1), refused(2)], 4_000)).toBeUndefined()
  expect(meter.measure([refused(0), refused(1), item(3, small)], 5_000)).toMatchObject({ done: 0, total: 1 })
})

it('counts what is skipped as done, and as something that moved', () => {
  const meter = new ProgressMeter()
  meter.measure([item(0, small), item(1, small), item(2, small)], 0)
  const skipped = [0, 1].map((id) => item(id, small, { state: 'skipped' }))
  const at = (now: number) => meter.measure([...skipped, item(2, small)], now)
  expect(at(12_000)).toMatchObject({ done: 2, total: 3, movedAt: 12_000 })
  expect(at(30_000)?.movedAt).toBe(12_000)
})

it('says the time of a folder that is dropped again, of which some or all is there already', () => {
  /** Twenty new ones at two a second, then as many as ten a second are skipped; what was said after each second. */
  const said = (added: number, known: number) => {
    const meter = new ProgressMeter()
    const total = added + known
    const seconds = Math.ceil(added / 2 + known / 10)
    return Array.from({ length: seconds }, (_, now) => {
      const ended = now < added / 2 ? now * 2 : added + (now - added / 2) * 10
      const items = Array.from({ length: total }, (_, id) =>
        item(id, 100_000, id < ended ? { state: id < added ? 'added' : 'skipped' } : {}),
      )
      return { left: meter.measure(items, now * 1_000)?.leftMs, is: (seconds - now) * 1_000 }
    })
  }
  for (const { left, is } of said(0, 900).slice(2)) expect(left).toBeCloseTo(is, -3)
  // Until the first is skipped nobody knows; once none was added for a while, it is right.
  const mixed = said(20, 900)
  for (const { left = 0, is } of mixed.slice(12)) expect(left).toBeLessThan(8 * is)
  for (const { left, is } of mixed.slice(31)) expect(left).toBeCloseTo(is, -3)
})

it('counts neither the time of a pause into the pace nor what got lost with it (D937)', () => {
  const meter = new ProgressMeter()
  const at = (now: number, done: number, ...steps: NonNullable<UploadItem['step']>[]) => {
    const items = Array.from({ length: 100 }, (_, id) => {
      const step = steps[id - done]
      return id < done
        ? item(id, small, { state: 'added' })
        : step
          ? working(id, small, step)
          : item(id, small)
    })
    return meter.measure(items, now)?.leftMs
  }
  const record = { name: 'record' } as const
  for (let done = 0; done <= 20; done += 1) at(done * 1_000, done, record, record, record)
  meter.rest()
  at(20_000, 20)
  // One goes first, to see.
  for (const now of [40_000, 60_000]) at(now, 20, { name: 'check' })
  meter.goOn(80_000)
  at(80_000, 20, { name: 'upload', sent: 0, total: small })
  const left = at(82_500, 20, { name: 'upload', sent: small, total: small })
  // Eighty are left, of which each took a second.
  expect(left).toBeGreaterThan(70_000)
  expect(left).toBeLessThan(110_000)
})
