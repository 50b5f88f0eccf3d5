import { parentPort, Worker, workerData } from 'node:worker_threads'
import { minify } from 'terser'

/** As often as letters stand in code, so that short names repeat what is there; the bundler's own hashes would choose another order at each change. */
const LETTERS = 'etnrsiaolcudpmfhgbvyxwkjqzETNRSIAOLCUDPMFHGBVYXWKJQZ_$'
const LATER_LETTERS = `${LETTERS}0123456789`

function nameAt(at) {
  let name = LETTERS.charAt(at % LETTERS.length)
  for (
    let left = Math.floor(at / LETTERS.length);
    left > 0;
    left = Math.floor((left - 1) / LATER_LETTERS.length)
  )
    name += LATER_LETTERS.charAt((left - 1) % LATER_LETTERS.length)
  return name
}

async function shorter(source) {
  const { code = source } = await minify(source, {
    module: true,
    ecma: 2020,
    // Constants that change sides make the code no shorter, and what is sent longer; functions that stand together repeat each other sooner.
    compress: { hoist_funs: true, lhs_constants: false },
    mangle: { nth_identifier: { get: nameAt } },
  })
  return code
}

/**
 * The same scripts in fewer bytes than the bundler's minifier leaves, worked out in a thread of their own (D966).
 * @param {readonly string[]} sources
 * @returns {Promise<string[]>}
 */
export const writtenShorter = (sources) =>
  new Promise((resolve, reject) => {
    new Worker(new URL(import.meta.url), { workerData: { sources } })
      .once('message', resolve)
      .once('error', reject)
      .once('exit', () => reject(new Error('The scripts were not written')))
  })

// Where it is the thread.
if (workerData?.sources) {
  const written = []
  for (const source of workerData.sources) written.push(await shorter(source))
  parentPort?.postMessage(written)
}
