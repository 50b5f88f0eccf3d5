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
