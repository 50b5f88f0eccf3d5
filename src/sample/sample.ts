import { askConsole } from './ask'
import { fillSample } from './fill'
import { NAME } from './workspace'

/**
 * `npm run sample`: fills the workspace of a console that runs, as any user of the interface would, and says how it went. Where it cannot,
 * the console ends.
 */
export async function lookAfterSample(address: string): Promise<void> {
  process.stderr.write(
    `Filling the sample workspace, ${NAME}; the first time this takes a minute, until its calls have ended.\n`,
  )
  try {
    const isNew = await fillSample(askConsole(address))
    process.stdout.write(`The sample workspace is ${isNew ? 'filled' : 'as you left it'}.\n`)
  } catch (error) {
    // It is being stopped, which is why nothing answers.
    if (process.listenerCount('SIGTERM') === 0) return
    process.stderr.write(`The sample workspace was not filled: ${(error as Error).message}\n`)
    process.exitCode = 1
    // As by Ctrl+C: what is being answered ends well.
    process.kill(process.pid, 'SIGTERM')
  }
}
