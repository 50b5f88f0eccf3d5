import { readFileSync } from 'node:fs'

export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The median, and the smallest and the largest value. */
export const spread = (values: readonly number[], digits = 0) =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}-${Math.max(...values).toFixed(digits)})`

export const print = (line: string) => process.stdout.write(`${line}\n`)

/** Resident memory in MB of a process and its children, where the system reports it (Linux). */
export function residentMemory(pid: number): number {
  try {
    const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
    return own + children.reduce((sum, child) => sum + residentMemory(Number(child)), 0)
  } catch {
    return 0
  }
}
