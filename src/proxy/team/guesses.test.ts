import { expect, it } from 'vitest'
import { networkOf, openGuesses } from './guesses'

/** Guesses at a clock of its own; `right` is the password. */
function open(
  check = async (guess: string): Promise<string | undefined> => (guess === 'right' ? 'anna' : undefined),
) {
  let now = 1_000_000
  const rests: number[] = []
  const guess = openGuesses(check, (found) => found === 'anna', {
    now: () => now,
    rest: async (ms) => rests.push(ms),
  })
  return {
    guess,
    rests,
    pass: (ms: number) => {
      now += ms
    },
  }
}

it('lets an address wait longer after each wrong guess, also with the right password', async () => {
  const { guess, pass } = open()
  for (let count = 1; count <= 5; count += 1)
    expect(await guess('10.0.0.1', 'wrong')).toEqual({ wrong: count })
  expect(await guess('10.0.0.1', 'right')).toEqual({ wait: 1 })
  pass(1_000)
  expect(await guess('10.0.0.1', 'wrong')).toEqual({ wrong: 6 })
  expect(await guess('10.0.0.1', 'right')).toEqual({ wait: 2 })
  for (let count = 7; count < 20; count += 1) {
    pass(60_000)
    expect(await guess('10.0.0.1', 'wrong')).toEqual({ wrong: count })
  }
  expect(await guess('10.0.0.1', 'right')).toEqual({ wait: 60 })
  pass(60_000)
  expect(await guess('10.0.0.1', 'right')).toEqual({ found: 'anna' })
  expect(await guess('10.0.0.1', 'wrong')).toEqual({ wrong: 1 })
})

it('counts on when somebody comes in who has a password to guess still', async () => {
  const { guess, pass } = open(async (given) => (given === 'looking' ? 'viewer' : undefined))
  for (let count = 1; count <= 4; count += 1) {
    expect(await guess('10.0.0.1', 'wrong')).toEqual({ wrong: count })
    expect(await guess('10.0.0.1', 'looking')).toEqual({ found: 'viewer' })
  }
  expect(await guess('10.0.0.1', 'wrong')).toEqual({ wrong: 5 })
  expect(await guess('10.0.0.1', 'looking')).toEqual({ wait: 1 })
  pass(1_000)
  expect(await guess('10.0.0.1', 'looking')).toEqual({ found: 'viewer' })
  pass(1_000)
  expect(await guess('10.0.0.1', 'wrong')).toEqual({ wrong: 6 })
})

it('locks nobody out at another address', async () => {
  const { guess } = open()
  for (let address = 0; address < 30; address += 1)
    for (let count = 0; count < 7; count += 1) await guess(`10.0.1.${address}`, 'wrong')
  expect(await guess('10.0.0.2', 'right')).toEqual({ found: 'anna' })
})

it('counts guesses that come at once', async () => {
  const { guess } = open()
  const answers = await Promise.all(Array.from({ length: 40 }, () => guess('10.0.0.1', 'wrong')))
  expect(answers.filter((each) => 'wrong' in each)).toHaveLength(5)
})

it('slows the guesses of many addresses together', async () => {
  const { guess, rests, pass } = open()
  for (let address = 0; address < 61; address += 1) await guess(`10.0.${address}.1`, 'wrong')
  expect(rests).toEqual([])
  await guess('10.1.0.1', 'wrong')
  expect(rests).toEqual([300])
  pass(61_000)
  await guess('10.1.0.2', 'wrong')
  expect(rests).toEqual([300])
})

it('checks one after the other, those of new addresses first, and few wait', async () => {
  const checked: string[] = []
  let go: (() => void)[] = []
  const { guess, pass } = open((given) => {
    checked.push(given)
    return new Promise((settle) => go.push(() => settle(undefined)))
  })
  const next = async () => {
    for (const each of go.splice(0)) each()
    await new Promise((settle) => setImmediate(settle))
  }
  const known = guess('10.0.0.1', 'first')
  await next()
  await known
  pass(1)
  const all = [guess('10.0.0.2', 'now'), guess('10.0.0.1', 'known'), guess('10.0.0.3', 'new')]
  await new Promise((settle) => setImmediate(settle))
  expect(checked).toEqual(['first', 'now'])
  const more = Array.from({ length: 20 }, (_, at) => guess(`10.0.2.${at}`, 'more'))
  expect((await Promise.race([more.at(-1), ...all])) ?? {}).toEqual({ wait: 1 })
  for (let count = 0; count < 30; count += 1) await next()
  expect(checked.slice(0, 3)).toEqual(['first', 'now', 'new'])
  expect(checked.at(-1)).toBe('known')
  expect((await Promise.all(more)).filter((each) => 'wait' in each)).toHaveLength(5)
  go = []
})

it('forgets addresses that came long ago, and those of too many others', async () => {
  const { guess, pass } = open()
  for (let count = 0; count < 6; count += 1) await guess('10.0.0.1', 'wrong')
  pass(15 * 60_000 + 1)
  expect(await guess('10.0.0.1', 'wrong')).toEqual({ wrong: 1 })
  for (let at = 0; at < 10_000; at += 1) await guess(`10.${at >> 8}.${at & 255}.9`, 'wrong')
  expect(await guess('10.0.0.1', 'wrong')).toEqual({ wrong: 1 })
})

it('takes an IPv6 network as one address', () => {
  expect(networkOf('::ffff:10.0.0.1')).toBe('10.0.0.1')
  expect(networkOf('2001:db8:0:7::1')).toBe(networkOf('2001:db8::7:ffff:0:0:2'))
  expect(networkOf('2001:db8:0:7::1')).not.toBe(networkOf('2001:db8:0:8::1'))
  expect(networkOf('::1')).toBe(networkOf('::2'))
})
