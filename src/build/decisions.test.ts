import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DECISIONS = join(ROOT, 'docs/decisions')
const INDEX = join(DECISIONS, 'README.md')

/** Texts by name of their file. */
type Texts = Readonly<Record<string, string>>

interface Decision {
  readonly number: number
  readonly title: string
  readonly file: string
}

/** Every entry, in the order of the files. An entry begins with a heading such as `## D12 Collections of a version`. */
const decisionsIn = (texts: Texts): Decision[] =>
  Object.entries(texts).flatMap(([file, text]) =>
    [...text.matchAll(/^## (?:D(\d+) )?(.*)$/gm)].map(([, number, title = '']) => ({
      number: Number(number ?? Number.NaN),
      title,
      file,
    })),
  )

/** What is wrong with the entries themselves, as sentences. */
function faultsOf(texts: Texts): string[] {
  const seen = new Map<number, string>()
  let previous: Decision | undefined
  return decisionsIn(texts).flatMap((decision) => {
    const { number, title, file } = decision
    if (Number.isNaN(number)) return [`${file}: "${title}" has no number`]
    const faults: string[] = []
    if (seen.has(number)) faults.push(`D${number} is in ${seen.get(number)} and in ${file}`)
    if (previous?.file === file && previous.number > number)
      faults.push(`${file}: D${number} stands after D${previous.number}`)
    seen.set(number, file)
    previous = decision
    return faults
  })
}

/** Citations of decisions that do not exist, as sentences. */
function unknownCitations(sources: Texts, decisions: readonly Decision[]): string[] {
  const numbers = new Set(decisions.map(({ number }) => number))
  return Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(/\bD(\d{1,3})\b/g)]
      .filter(([, number]) => !numbers.has(Number(number)))
      .map(([cited]) => `${file} cites ${cited}, which does not exist`),
  )
}

/** Files and folders that a text names in backticks and that do not exist, as sentences. Names without their `src/` count too. */
function missingFiles(sources: Texts, exists: (path: string) => boolean): string[] {
  return Object.entries(sources).flatMap(([file, text]) =>
    [
      ...text.matchAll(
        /`((?:src|e2e|docs|contract|client|jobs|ledger|queries|ui|routes|proxy|service|build)\/[^`\s<>*]+)`/g,
      ),
    ]
      .map(([, named = '']) => named)
      .filter((named) => !exists(named) && !exists(`src/${named}`))
      .map((named) => `${file} names ${named}, which does not exist`),
  )
}

/** The address of a heading, as GitHub and editors make it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const titleOf = (text: string) => /^# (.*)$/m.exec(text)?.[1] ?? ''

function indexOf(texts: Texts): string {
  const rows = decisionsIn(texts)
    .toSorted((one, other) => one.number - other.number)
    .map(
      ({ number, title, file }) =>
        `| D${number} | [${title}](${file}#${anchorOf(`D${number} ${title}`)}) | [${titleOf(texts[file] ?? '')}](${file}) |`,
    )
  return `# Decisions

Every gap in the interface and every trade-off that a successor would ask about: what we chose, and why. Code cites the numbers. \`§n\` is a section of
[interface.md](../interface.md); figures are in [measurements](../measurements.md).

This index is written by \`npx vitest run src/build/decisions.test.ts -u\`. A new entry takes the next free number and stands in the file of its topic, sorted by number.

| Number | Decision | Topic |
|---|---|---|
${rows.join('\n')}
`
}

/** Texts below a folder or of one file, by path from the root. */
function textsBelow(path: string): Texts {
  const files = extname(path)
    ? [path]
    : readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
  return Object.fromEntries(
    files
      .filter((name) => /\.(ts|tsx|mjs|js|css|sql|md)$/.test(name))
      .map((name) => [name, readFileSync(join(ROOT, name), 'utf8')]),
  )
}

const texts: Texts = Object.fromEntries(
  readdirSync(DECISIONS)
    .filter((name) => name !== 'README.md')
    .sort()
    .map((name) => [name, readFileSync(join(DECISIONS, name), 'utf8')]),
)

it('every decision stands once, under a number, sorted within its file', () => {
  expect(faultsOf(texts)).toEqual([])
})

it('the index lists every decision', async () => {
  await expect(indexOf(texts)).toMatchFileSnapshot(INDEX)
})

it('every cited decision exists', () => {
  const { [join('src/build', 'decisions.test.ts')]: _planted, ...sources } = Object.assign(
    {},
    ...['src', 'e2e', 'docs', 'README.md', 'vite.config.ts'].map(textsBelow),
  ) as Texts
  expect(Object.keys(sources).length).toBeGreaterThan(500)
  expect(unknownCitations(sources, decisionsIn(texts))).toEqual([])
})

it('every file that the documentation names exists', () => {
  const documents = Object.assign({}, ...['docs', 'README.md'].map(textsBelow)) as Texts
  expect(missingFiles(documents, (path) => existsSync(join(ROOT, path)))).toEqual([])
})

describe('a planted fault is found', () => {
  it.each<[string, Texts, string]>([
    ['twice in a file', { 'a.md': '# A\n\n## D1 One\n\n## D1 One again\n' }, 'D1 is in a.md and in a.md'],
    ['in two files', { 'a.md': '## D1 One\n', 'b.md': '## D1 One\n' }, 'D1 is in a.md and in b.md'],
    ['out of order', { 'a.md': '## D2 Two\n\n## D1 One\n' }, 'a.md: D1 stands after D2'],
    ['without a number', { 'a.md': '## Two\n' }, 'a.md: "Two" has no number'],
  ])('%s', (_, planted, fault) => {
    expect(faultsOf(planted)).toEqual([fault])
  })

  it('a citation of nothing', () => {
    const decisions = decisionsIn({ 'a.md': '## D1 One\n' })
    expect(unknownCitations({ 'x.ts': '// (D1) (D255)' }, decisions)).toEqual([
      'x.ts cites D255, which does not exist',
    ])
  })

  it('a file that does not exist', () => {
    const documents = { 'a.md': 'In `src/a.ts`, `ui/b.ts` and `src/<name>.ts`.' }
    expect(missingFiles(documents, (path) => path === 'src/a.ts')).toEqual([
      'a.md names ui/b.ts, which does not exist',
    ])
  })

  it('an entry that the index lacks', () => {
    expect(indexOf({ 'a.md': '# A\n\n## D1 One, two\n' })).toContain(
      '| D1 | [One, two](a.md#d1-one-two) | [A](a.md) |',
    )
  })
})
