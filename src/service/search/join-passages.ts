import type { Ranked } from './rank-passages'

/** A passage repeats at most so much of the one before it. */
const REPEATED_MAX = 170

/** Two passages that follow each other, with what both have once. */
export function joined(before: string, after: string): string {
  for (let length = Math.min(REPEATED_MAX, before.length, after.length); length > 0; length--) {
    // The end of a passage has no space after it.
    const repeated = after.slice(0, length).trimEnd()
    if (repeated !== '' && before.endsWith(repeated)) return before + after.slice(repeated.length)
  }
  return `${before}\n\n${after}`
}

/** The share of the better one's points that a neighbour has to have. */
const JOINED_MIN = 0.5

/** On a page or under a heading: what has neither is no larger whole. */
const areNeighbours = (one: Ranked, other: Ranked) =>
  one.fileId === other.fileId &&
  (one.page !== null || one.heading.length > 0) &&
  one.page === other.page &&
  one.heading.join('\n') === other.heading.join('\n') &&
  Math.abs(one.ordinal - other.ordinal) === 1

/** How much less a passage counts for each better one of its page. */
const AGAIN = 0.8

/** In a new order: what other pages say comes before more of the same page. */
export function otherPagesFirst(ranked: readonly Ranked[]): Ranked[] {
  const seen = new Map<string, number>()
  return ranked
    .map((passage) => {
      const place = `${passage.fileId} ${passage.page ?? passage.id}`
      const times = seen.get(place) ?? 0
      seen.set(place, times + 1)
      return { passage, score: passage.score * AGAIN ** times }
    })
    .sort((one, other) => other.score - one.score)
    .map(({ passage }) => passage)
}

const startsOf = ({ page, pageStarts }: Ranked) => pageStarts ?? (page === null ? [] : [{ start: 0, page }])

/** Folds copies, and joins two passages that follow each other on a page. In the order of the better one (D303). */
export function foldPassages(ranked: readonly Ranked[], limit: number): Ranked[] {
  const prints = new Set<string>()
  const places: { best: Ranked; other?: Ranked }[] = []
  for (const passage of ranked) {
    if (prints.has(passage.print)) continue
    prints.add(passage.print)
    const place = places.find(
      ({ best, other }) => !other && passage.score >= best.score * JOINED_MIN && areNeighbours(best, passage),
    )
    if (place) place.other = passage
    else if (places.length < limit) places.push({ best: passage })
  }
  return places.map(({ best, other }) => {
    if (!other) return best
    const [before, after] = best.ordinal < other.ordinal ? [best, other] : [other, best]
    const text = joined(before.text, after.text)
    const moved = text.length - after.text.length
    const pageStarts = [
      ...startsOf(before),
      // What both have is that of the first.
      ...startsOf(after).map(({ start, page }) => ({
        start: Math.max(start + moved, before.text.length),
        page,
      })),
    ]
    return { ...best, text, pageStarts }
  })
}
