import { expect, it, vi } from 'vitest'
import { inTurn } from './uploads'

it('asks once at a time, and once more for all that was wanted meanwhile', async () => {
  vi.useFakeTimers()
  const answers: (() => void)[] = []
  const ask = vi.fn(() => new Promise<void>((resolve) => answers.push(resolve)))
  const again = inTurn(ask, 1_000)
  for (let at = 0; at < 50; at += 1) again()
  expect(ask).toHaveBeenCalledTimes(1)
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(999)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(ask).toHaveBeenCalledTimes(2)
  answers[1]?.()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ask).toHaveBeenCalledTimes(2)
  again()
  expect(ask).toHaveBeenCalledTimes(3)
  vi.useRealTimers()
})
