import { defineConfig } from 'vitest/config'

const rooms = process.env.ROOM ?? '{contract,jobs,ledger,proxy}'

/** The unit tests that stand beside the code that `npm run mutate` changes; none of them needs a store or a program. */
export default defineConfig({
  test: { include: [`src/${rooms}/**/*.test.ts`], isolate: false, testTimeout: 60_000 },
})
