/** A copy in which every phone number is masked but for its country digit and the last two. */
export function maskNumbers(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.replace(
      /\+\d{7,15}\b/g,
      (number) => number.slice(0, 2) + '*'.repeat(number.length - 4) + number.slice(-2),
    )
  }
  if (Array.isArray(value)) return value.map(maskNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, maskNumbers(each)]))
}
