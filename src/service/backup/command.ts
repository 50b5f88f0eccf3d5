import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadEnvironment, readStoreConfig, type StoreConfig } from '../config'
import { explain } from './explain'

/** What the operator's commands work with. */
export interface Command extends StoreConfig {
  /** What stands after the command's name. */
  readonly argument?: string
  /** The directory of bundled programs; commands are among them. */
  readonly programs: string
  /** Ends the work when the person stops it. */
  readonly signal: AbortSignal
}

/** Runs the command whose program is at `url`: prints what it says, or one sentence and exit code 1. */
export async function runCommand(url: string, work: (command: Command) => Promise<string>): Promise<void> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())
  try {
    loadEnvironment()
    const said = await work({
      ...readStoreConfig(process.env),
      argument: process.argv[2],
      programs: dirname(fileURLToPath(url)),
      signal: stopping.signal,
    })
    process.stdout.write(`${said}\n`)
  } catch (error) {
    process.stderr.write(`${stopping.signal.aborted ? 'Stopped; nothing was kept.' : explain(error)}\n`)
    process.exitCode = 1
  }
}

/** A file that somebody named, seen from where `npm` was called. */
export const namedFile = (name: string) => resolve(process.env.INIT_CWD ?? '.', name)

const number = (value: number) => value.toLocaleString('en')

/** "1 file", "1,200 files". */
export const count = (value: number, noun: string) => `${number(value)} ${noun}${value === 1 ? '' : 's'}`

export const megabytes = (bytes: number) => `${number(Math.round(bytes / 100_000) / 10)} MB`

export const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`
