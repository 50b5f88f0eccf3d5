import { defineConfig } from 'playwright/test'
import base from './playwright.config'

/** The pictures of the README, made from the sample workspace (`npm run pictures`). */
export default defineConfig({ ...base, projects: undefined, testMatch: 'pictures.ts', workers: 1 })
