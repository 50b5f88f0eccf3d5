import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

interface Step {
  readonly type: string
  readonly name?: string
  readonly callee?: Step
  readonly property?: Step
  readonly id?: Step
}

const isStep = (value: unknown): value is Step =>
  typeof value === 'object' && value !== null && 'type' in value

/** What a step does, where it is a call, a function with a name, a property that is read, or a condition. */
function wordOf({ type, name, callee, property, id }: Step): string | undefined {
  if (type === 'CallExpression') return `${callee?.name ?? callee?.property?.name}()`
  if (type === 'FunctionDeclaration') return `function ${id?.name}`
  if (type === 'IfStatement') return 'if'
  if (type === 'MemberExpression') return `.${property?.name}`
  return type === 'Identifier' ? name : undefined
}

/** The steps of a source in their order, each with those that it stands in: `function start > startTransition() > render()`. */
function stepsOf(path: string): string[] {
  const steps: string[] = []
  const walk = (value: unknown, within: readonly string[]) => {
    if (Array.isArray(value)) for (const part of value) walk(part, within)
    else if (isStep(value)) {
      const word = wordOf(value)
      const way = word ? [...within, word] : within
      if (word) steps.push(way.join(' > '))
      for (const part of Object.values(value)) walk(part, way)
    }
  }
  walk(parseSync(path, readFileSync(path, 'utf8')).program, [])
  return steps
}

test('the console is drawn as a transition, in a task after the one that read its code (D560)', () => {
  const steps = stepsOf('src/main.tsx')
  expect(steps).toContain('function start > startTransition() > render()')
  expect(steps).not.toContain('function start > render()')
  const starts = steps.filter((step) => step.endsWith('> start()') || step === 'start()')
  expect(starts).toEqual([expect.stringMatching(/setTimeout\(\) > start\(\)$/)])
})

test('a table that is measured reads its place in the same layout, and not once more (D643)', () => {
  const steps = stepsOf('src/ui/table-widths.ts')
  const measuring = steps.filter((step) => step.startsWith('function measure > '))
  const reads = ['assign()', 'map()', 'placeOf()'].map((word) => `function measure > ${word}`)
  // Styles are set, both are read, and only then styles are set again.
  const order = measuring.filter((step) => reads.includes(step)).map((step) => step.split(' > ')[1])
  expect(order).toEqual(['assign()', 'map()', 'placeOf()', 'assign()'])
  // What watches the place reads it at once only where nothing was measured.
  const watching = 'function useWidths > useLayoutEffect() >'
  expect(steps).toContain(`${watching} if > read()`)
  expect(steps).not.toContain(`${watching} read()`)
})
