import { defineConfig } from 'playwright/test'
import base from './playwright.config'

/** Measurements, one at a time; they print figures and judge nothing (`npm run bench`). */
export default defineConfig({
  ...base,
  projects: undefined,
  testMatch: '*.bench.ts',
  workers: 1,
  timeout: 300_000,
})
