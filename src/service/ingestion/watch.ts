import { Worker } from 'node:worker_threads'
import { MEMORY_MARK } from './messages'

/**
 * Runs on a thread of its own, where an endless loop or a burst of memory cannot hold it up. It ends the reading process when that grows over its
 * cap or when the service that started it is gone. Standard error is written directly: what a thread logs would wait for the busy thread.
 */
const WATCH = `
const { writeSync } = require('node:fs')
const { workerData } = require('node:worker_threads')
const parent = process.ppid
function isOrphan() {
  // Elsewhere the number of a parent that is gone changes; on Windows it stays.
  if (process.platform !== 'win32') return process.ppid !== parent
  try {
    return !process.kill(parent, 0)
  } catch {
    return true
  }
}
setInterval(() => {
  if (process.memoryUsage.rss() > workerData.memoryBytes) writeSync(2, workerData.mark + '\\n')
  else if (!isOrphan()) return
  process.kill(process.pid, 'SIGKILL')
}, 100)
`

/** Starts the watch; the process ends itself when it needs more than so many bytes. */
export function startWatch(memoryBytes: number): void {
  new Worker(WATCH, {
    eval: true,
    workerData: { memoryBytes, mark: MEMORY_MARK },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  }).unref()
}
