const rooms = process.env.ROOM ?? '{contract,jobs,ledger,proxy}'

/**
 * `npm run mutate`: which changes of the code does no unit test notice? It takes hours for the four rooms of logic; `ROOM=ledger npm run mutate`
 * takes one. What survives is listed at the end.
 */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'src/build/mutate.config.ts' },
  mutate: [`src/${rooms}/**/*.ts`, '!src/**/*.{test,fixture}.ts', '!src/proxy/main.ts'],
  coverageAnalysis: 'perTest',
  // A changed word is found by reading, not by a rule; what is computed once at the start cannot be switched while tests run.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: true,
  // A test of these rooms takes milliseconds; what runs on is an endless loop.
  timeoutMS: 2_000,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: 'test-results/mutation.json' },
  clearTextReporter: { allowColor: false, allowEmojis: false, reportTests: false },
  // TypeScript 7 has no interface through which the settings could be rewritten for the copy, and nothing in them has to be.
  tsconfigFile: 'none',
  tempDirName: 'test-results/stryker',
}
