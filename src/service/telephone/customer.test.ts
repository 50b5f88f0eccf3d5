import { describe, expect, it } from 'vitest'
import type { EngineTurn } from '../engine/engine'
import type { CustomerPlan } from '../store/schema'
import { customerSays, isLastWord, planOf } from './customer'

const facts = ['Shipping takes three days.', 'Returns cost 4 euros.', 'We open at 9:00.'].map((sentence) => ({
  sentence,
  topic: '',
}))

/** Lets a customer talk to an agent that always says the same. */
function talk(plan: CustomerPlan, agentSays = 'It takes three days.', values = {}): string[] {
  const turns: EngineTurn[] = [{ who: 'agent', said: 'Hello, this is the shop.' }]
  for (let turn = 0; turn < 20; turn += 1) {
    const said = customerSays(plan, turns, values)
    turns.push({ who: 'customer', said })
    if (isLastWord(said)) break
    turns.push({ who: 'agent', said: agentSays })
  }
  return turns.filter(({ who }) => who === 'customer').map(({ said }) => said)
}

describe('the person at an address', () => {
  it('asks one to three questions of the documents, always the same ones', () => {
    const counts = new Set<number>()
    for (let number = 0; number < 12; number += 1) {
      const plan = planOf(`+155512345${10 + number}`, facts)
      expect(plan).toEqual(planOf(`+155512345${10 + number}`, facts))
      counts.add(plan.asks.length)
      expect(talk(plan)).toHaveLength(plan.asks.length + 1)
    }
    expect([...counts].sort()).toEqual([1, 2, 3])
  })

  it('asks what the agent is there for where there is nothing to ask', () => {
    expect(talk(planOf('+15551234567', []))).toEqual([
      'Hello. What can you help me with?',
      'I see. Thank you, that is all I needed. Goodbye.',
    ])
  })

  it('wants a person, hangs up or opts out, as its test number says', () => {
    expect(talk(planOf('+15005550119', facts)).at(1)).toBe(
      'Thank you. I would like to talk to a person, please.',
    )
    expect(talk(planOf('+15005550120', facts))).toEqual(['Sorry, I have no time. Goodbye.'])
    expect(talk(planOf('+15005550122', facts)).at(-1)).toBe('STOP')
    expect(talk(planOf('ada@opts-out.example', facts)).at(-1)).toBe('STOP')
  })

  it('gives the values that it has when it is asked for them, and goes on if it is asked again', () => {
    const plan: CustomerPlan = { asks: ['When do you open?'], ends: 'content' }
    expect(talk(plan, 'Gladly. What is the order number?', { order_number: '4711' })).toEqual([
      'Hello. When do you open?',
      'The order number is 4711.',
      'I see. Thank you, that is all I needed. Goodbye.',
    ])
    expect(talk(plan, 'What is the order number?')[1]).toBe('I do not have that at hand.')
  })
})
