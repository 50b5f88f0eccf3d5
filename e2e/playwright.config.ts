import { availableParallelism } from 'node:os'
import { defineConfig } from 'playwright/test'
import { browserArguments, findChromium } from './chromium'

/** Files whose journeys wait long for other people and other pages. By name they would come last, and all workers but theirs would have nothing to do at the end. */
const LONG = ['take-over.e2e.ts', 'team.e2e.ts', 'viewer.e2e.ts']

export default defineConfig({
  testDir: '.',
  globalSetup: './prepare.ts',
  projects: [
    // Two of them leave the processor to others while they wait.
    { name: 'long', testMatch: LONG, workers: 2 },
    { name: 'journeys', testMatch: '*.e2e.ts', testIgnore: LONG },
  ],
  // Of its own, because it is emptied first, and mutation testing works beside it.
  outputDir: '../test-results/journeys',
  fullyParallel: false,
  // A journey waits for its own stack and browser two fifths of its time; others work meanwhile.
  workers: availableParallelism() + 2,
  forbidOnly: Boolean(process.env.CI),
  // A second try tells a busy machine from a fault: what needed it is listed as flaky in the summary, and is to be mended.
  retries: process.env.CI ? 1 : 0,
  // Nothing waits for these times: they end what will not come, also on a machine that does much else.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    actionTimeout: 60_000,
    viewport: { width: 1280, height: 860 },
    // What fades, slides and turns is drawn on the processor here, and may hide what moves (D932). The main job is done with it, and preferences.e2e.ts looks at it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every step costs a fifth of the time; use `--trace on` to examine a journey.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [...browserArguments],
    },
  },
})
