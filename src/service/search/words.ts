/** Nobody types longer words. */
const LENGTH_MAX = 40

/** The words of a text in order, in lower case. */
export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []).filter(
    (word) => word.length <= LENGTH_MAX,
  )

/** Typos that a word of this length may have. */
const slipsIn = (length: number) => (length < 3 ? 0 : length < 6 ? 1 : 2)

/** Whether one word may be a typo of the other. */
export function isNear(one: string, other: string): boolean {
  const allowed = slipsIn(Math.min(one.length, other.length))
  return Math.abs(one.length - other.length) <= allowed && slipsBetween(one, other) <= allowed
}

/** The number of typos between two words; swapped neighbours count once. */
export function slipsBetween(one: string, other: string): number {
  const a = [...one]
  const b = [...other]
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1)
      row.push(least)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
