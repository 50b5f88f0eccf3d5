import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Numbers of the rules of docs/safety.md, by the files that its last column names. */
const rules = new Map(
  [...read('docs/safety.md').matchAll(/^\| (\d+) \|.*\| (.*) \|$/gm)].map(([, rule, from = '']) => [
    Number(rule),
    [...from.matchAll(/`(e2e\/[\w-]+\.e2e\.ts)`/g)].map(([, name = '']) => name),
  ]),
)

/** The same as the titles of tests and their steps have it: "rule 7: ...". */
const asked = new Map<number, Set<string>>()
for (const name of readdirSync(join(ROOT, 'e2e')).filter((each) => /^safety.*\.e2e\.ts$/.test(each)))
  for (const [, rule] of read(`e2e/${name}`).matchAll(/['"`]rule (\d+): /g))
    asked.set(Number(rule), (asked.get(Number(rule)) ?? new Set()).add(`e2e/${name}`))

it('every rule is asked of the built system from outside, by the tests that docs/safety.md names', () => {
  expect([...rules.keys()]).toEqual(Array.from({ length: 24 }, (_, at) => at + 1))
  for (const [rule, files] of rules)
    expect([rule, files]).toEqual([rule, [...(asked.get(rule) ?? [])].toSorted()])
})

/** What decides whether a secret is right. No clock can tell how it compares on a machine that does other things, so its text is looked at (D551). */
const DECIDES = {
  'src/proxy/team/password.ts': ['each.digest, digest'],
  'src/service/credentials.ts': ['digest(given), digest(wanted)'],
  'src/service/blobs/blob-routes.ts': ['Buffer.from(given), Buffer.from(wanted)'],
  'src/service/chat-tokens.ts': ['Buffer.from(signature), Buffer.from(sign(text))'],
}
const SECRET = String.raw`(?:\w+\.)*(?:digest|signature|given|wanted|password|secret|apiKey|accessToken)(?:\([^()]*\))?`

it.each(Object.entries(DECIDES))('%s compares secrets in constant time alone', (path, compared) => {
  const text = read(path)
  const calls = [...text.matchAll(/timingSafeEqual\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g)]
  expect(calls.map(([, given]) => given)).toEqual(compared)
  expect(
    text.match(
      new RegExp(String.raw`${SECRET}\s*[!=]==\s*(?!\s|undefined|null|'')|[!=]==\s*${SECRET}\b(?!\.)`, 'g'),
    ),
  ).toBeNull()
  expect(text).not.toMatch(
    /\.(?:equals|compare|localeCompare|startsWith|includes|indexOf)\((?:digest|given|wanted|signature)/,
  )
})
