import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fills } from './trend'

const css = readFileSync(new URL('../styles.css', import.meta.url), 'utf8')
const sides = ['light', 'dark'] as const
type Side = (typeof sides)[number]

const colours = new Map<string, Record<Side, string>>()
for (const [, name, light, dark] of css.matchAll(
  /--color-([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g,
)) {
  if (name && light && dark) colours.set(name, { light, dark })
}

function hex(name: string, side: Side): string {
  const colour = colours.get(name)
  if (!colour) throw new Error(`styles.css has no colour ${name}`)
  return colour[side]
}

/** Relative luminance of WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(front: string, back: string): number {
  const [low = 0, high = 0] = [luminance(front), luminance(back)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const surfaces = ['surface', 'surface-raised', 'surface-sunken']
const statuses = ['good', 'busy', 'bad', 'unknown']
const text: [front: string, back: string][] = [
  ...['ink', 'ink-muted', 'accent', ...statuses].flatMap((front) =>
    surfaces.map((back): [string, string] => [front, back]),
  ),
  ...statuses.map((status): [string, string] => [status, `${status}-soft`]),
  ...['accent-soft', ...statuses.map((status) => `${status}-soft`)].map((back): [string, string] => [
    'ink',
    back,
  ]),
  ['ink-muted', 'accent-soft'],
  ['accent', 'accent-soft'],
  ['accent-ink', 'accent'],
  ['surface-raised', 'bad'],
]
const edges: [front: string, back: string][] = surfaces.flatMap((back): [string, string][] => [
  ['line-strong', back],
  ['accent', back],
])

/** Coordinates in OKLab, in which equal distances look equally far apart. */
function oklab(colour: string): readonly [number, number, number] {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

const distance = (one: string, other: string) =>
  Math.hypot(...oklab(one).map((part, at) => part - (oklab(other)[at] ?? 0)))

describe('colours', () => {
  it('reads as black on white what is black on white', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5)
  })

  it.each(sides)('text has a contrast of 4.5 or more, %s', (side) => {
    const weak = text.filter(([front, back]) => contrast(hex(front, side), hex(back, side)) < 4.5)
    expect(weak).toEqual([])
  })

  // The last column of a plot has the accent.
  it.each(sides)('parts of a plot are told apart, and from what is marked in it, %s', (side) => {
    const names = [...Object.values(fills).map((fill) => fill.replace('fill-', '')), 'accent']
    const alike = names.flatMap((one, at) =>
      names.slice(at + 1).filter((other) => distance(hex(one, side), hex(other, side)) < 0.09),
    )
    expect(alike).toEqual([])
    expect(names.filter((name) => contrast(hex(name, side), hex('surface-raised', side)) < 3)).toEqual([])
  })

  it.each(sides)('edges of controls and the focus ring have 3 or more, %s', (side) => {
    const weak = edges.filter(([front, back]) => contrast(hex(front, side), hex(back, side)) < 3)
    expect(weak).toEqual([])
  })
})
