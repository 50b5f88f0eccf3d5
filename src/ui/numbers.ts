const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** `4212` as "4,212". Whole numbers only; making a format of the browser's takes longer than all counts of a screen. */
export const formatCount = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',')

/** "1 file", "4,212 files". */
export function countOf(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`
}

/** A name for a sentence: one from right to left would take a number after it to its other side (D941). */
export const isolated = (name: string): string =>
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name

/** Bytes in units of 1,024, as limits are given: "0 B", "12 kB", "3.4 MB". One decimal below ten. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return 'unknown size'
  let value = bytes
  let unit = 0
  // 1,023.5 would round to "1024".
  while (value >= 1_023.5 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  const digits = unit > 0 && value < 9.95 ? 1 : 0
  return `${value.toFixed(digits)} ${units[unit]}`
}
