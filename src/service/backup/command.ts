import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadEnvironment, readStoreConfig, type StoreConfig } from '../config'
import { explainCommand } from '../explain'

export interface Command extends StoreConfig {
  readonly argument?: string
  readonly programs: string
  readonly signal: AbortSignal
}

export async function runCommand(url: string, work: (command: Command) => Promise<string>): Promise<void> {
  // The bundle is the program; tests import the source.
  if (!import.meta.env.PROD) return
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  try {
    loadEnvironment()
    const summary = await work({
      ...readStoreConfig(process.env),
      argument: process.argv[2],
      programs: dirname(fileURLToPath(url)),
      signal: stopping.signal,
    })
    process.stdout.write(`${summary}\n`)
  } catch (error) {
    process.stderr.write(
      `${stopping.signal.aborted ? 'Stopped; nothing was kept.' : explainCommand(error)}\n`,
    )
    process.exitCode = 1
  }
}

/** A file argument, relative to where `npm` was called. */
export const namedFile = (name: string) => resolve(process.env.INIT_CWD ?? '.', name)

const number = (value: number) => value.toLocaleString('en')

/** "1 file", "1,200 files". */
export const count = (value: number, noun: string) => `${number(value)} ${noun}${value === 1 ? '' : 's'}`

export const contents = (records: Readonly<Record<string, number>>, bytes: number) =>
  `${count(records.files ?? 0, 'file')} (${megabytes(bytes)}), ${count(records.agents ?? 0, 'agent')} and everything else`

export const megabytes = (bytes: number) => `${number(Math.round(bytes / 100_000) / 10)} MB`

export const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`
