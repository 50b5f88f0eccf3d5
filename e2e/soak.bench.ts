import { expect } from 'playwright/test'
import { idle, pound, printTimes, share, workBeside } from './load'
import { median, print, residentMemory } from './measure'
import { addDocument, placeAt, startIn, test } from './safety-steps'

// `npm run soak`: one console under steady use for 20 minutes (`SOAK_MINUTES`), a line a minute, and a verdict (D552).

const MINUTES = Number(process.env.SOAK_MINUTES ?? 20)

test.skip(!process.env.SOAK, 'npm run soak')
test.setTimeout((MINUTES + 5) * 60_000)

test('soak', async ({ directory }) => {
  const running = await startIn('signed in', { DATA_DIR: await directory() })
  const place = await placeAt(running, 'signed in')
  const silent = await idle(running.origin, 200)
  const [memory, slow, errors]: [number[], number[], unknown[]] = [[], [], []]
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    const until = performance.now() + 60_000
    const worker = workBeside(running.origin, place.who)
    // The sessions of others: some uploads, some sign-ins and sign-outs, and reads and writes in waves.
    while (performance.now() < until - 6_000) {
      const add = addDocument(place, `soak-${minute}.md`, `# Minute ${minute}\n\nAt ${performance.now()}.`)
      const wave = pound(running.origin, place.who, { connections: 10, ms: 5_000 })
      const other = placeAt(running, 'signed in').then(({ ask }) =>
        ask('/console/session', { method: 'DELETE' }),
      )
      errors.push(
        ...(await Promise.allSettled([add, wave, other])).filter(({ status }) => status === 'rejected'),
      )
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, until - performance.now())))
    const times = await worker.stop().catch((error: unknown) => {
      errors.push(error)
      return []
    })
    memory.push(residentMemory(running.pid))
    slow.push(share(times, 99))
    printTimes(
      `minute ${minute}: ${memory.at(-1)?.toFixed(0)} MB, ${errors.length} failed; somebody at work`,
      times,
    )
  }
  silent.close()
  await running.stop()
  const third = Math.max(1, Math.floor(MINUTES / 3))
  const [before, after] = [median(memory.slice(1, 1 + third)), median(memory.slice(-third))]
  print(`memory of the first third ${before.toFixed(0)} MB, of the last ${after.toFixed(0)} MB`)
  print(`p99 of somebody at work, median of the minutes: ${median(slow).toFixed(0)} ms`)
  print(after < before * 1.2 && errors.length === 0 ? 'Verdict: steady' : 'Verdict: NOT steady')
  expect(errors).toEqual([])
  expect(after).toBeLessThan(before * 1.2)
})
