import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import {
  findCircles,
  findForbiddenImports,
  findFragments,
  findLongFiles,
  findScreenImports,
  readSources,
} from './boundaries'

const sources = readSources(fileURLToPath(new URL('..', import.meta.url)))
const violationsOf = (path: string, text: string) => findForbiddenImports({ path, text })
const source = (path: string, text: string) => ({ path, text })

it('nobody imports what the map forbids', () => {
  expect(sources.flatMap(findForbiddenImports)).toEqual([])
})

it('every component that is loaded later can be asked for again, and waits for a reload where the console was updated (D681)', () => {
  const lazily = sources.filter(({ path, text }) => path.endsWith('.tsx') && /\blazy\(/.test(text))
  expect(lazily.map(({ path }) => path)).toEqual(['routes/-shared/late.tsx'])
})

it('only the client asks over the network, but for what is no operation', () => {
  const ofPage = sources.filter(({ path }) => /^(client|jobs|ledger|queries|routes|ui|widget)\//.test(path))
  const asks = /(?<!\.|async )\bfetch\(|\bnew (EventSource|XMLHttpRequest|WebSocket)\(/
  const asking = ofPage.filter(({ path, text }) => !path.includes('.test.') && asks.test(text))
  expect(asking.map(({ path }) => path).sort()).toEqual([
    'client/call.ts',
    'client/follow-events.ts',
    'client/preview.ts',
    'client/upload.ts',
    // The console's own news of what the team recorded.
    'queries/team.ts',
    // What a page of somebody else's does.
    'routes/threads/-chat-snippet.ts',
    // Fonts and maps of characters, which the build brings along.
    'ui/preview/pdf-document.ts',
    'widget/visit.ts',
  ])
})

it('every worker of the console has the name by which it gets its policy (D445)', () => {
  const started = sources.flatMap(({ text }) => [...text.matchAll(/new Worker\(\s*new URL\('([^']+)'/g)])
  expect(started.length).toBeGreaterThan(1)
  for (const [, path] of started) expect(path).toMatch(/-worker\.ts$/)
})

describe('a planted violation is found', () => {
  it.each([
    ['a screen that calls the client', 'routes/agents/new.tsx', "import { call } from '../../client/call'"],
    ['the browser side that sees the proxy', 'client/call.ts', "import { guard } from '../proxy/guard'"],
    ['a proxy that sees the service', 'proxy/app.ts', "import { createService } from '../service/app'"],
    ['a service that sees the proxy', 'service/app.ts', "export * from '../proxy/app'"],
    ['a late import', 'ui/dialog.tsx', "const late = () => import('../queries/files')"],
    ['a part that knows the router', 'ui/page.tsx', "import { Link } from '@tanstack/react-router'"],
    ['node in the browser', 'queries/files.ts', "import { readFile } from 'node:fs'"],
    ['an import over several lines', 'jobs/add-file.ts', "import {\n  a,\n} from '../ledger/ledger'"],
    ['an import for effect', 'contract/files.ts', "import '../client/call'"],
    ['an import in double quotes', 'contract/files.ts', 'import { call } from "../client/call"'],
    ['the type of another module', 'client/call.ts', "type Guard = import('../proxy/guard').Guard"],
    ['what a module is', 'client/call.ts', "let guard: typeof import('../proxy/guard')"],
    ['two on one line', 'contract/a.ts', "import { b } from './b'; import { call } from '../client/call'"],
    ['a name put together at run time', 'client/call.ts', 'const late = (name: string) => import(name)'],
    ['a folder nobody knows', 'misc/a.ts', ''],
  ])('%s', (_, path, text) => {
    expect(violationsOf(path, text)).toHaveLength(1)
  })
})

it('what only looks like an import is none', () => {
  for (const text of [
    `it("takes the address from '../client/call'", () => {})`,
    `const said = "import { call } from '../client/call'"`,
    "// import { call } from '../client/call'",
    "const code = `\\n  import '../client/call'\\n  export * from '../client/call'\\n`",
    "const words = { from: '../client/call' }",
    'const text = <p>import it from &apos;../client/call&apos;</p>',
  ])
    expect(violationsOf('contract/files.tsx', text)).toEqual([])
})

it('a source that cannot be read is no source without imports', () => {
  expect(() => violationsOf('contract/files.ts', 'import {')).toThrow('contract/files.ts')
})

it('what is allowed passes', () => {
  expect(violationsOf('routes/calls.tsx', "import { callQueries } from '../queries/calls'")).toEqual([])
  expect(violationsOf('proxy/main.ts', "import { openService } from '../service/open'")).toEqual([])
  expect(violationsOf('service/store/a.ts', "import sql from './migrations/0001.sql?raw'")).toEqual([])
})

/** What is still to be mended. An entry goes as soon as it is mended; none is added. */
const TO_MEND = {
  circles: [] as string[],
  long: [] as string[],
  fragments: [] as string[],
  screens: [] as string[],
}

describe('rooms', () => {
  it('no files import each other in a circle', () => {
    expect(findCircles(sources)).toEqual(TO_MEND.circles)
  })

  it('no file is longer than 300 lines', () => {
    expect(findLongFiles(sources)).toEqual(TO_MEND.long)
  })

  it('no short file has a single reader', () => {
    expect(findFragments(sources)).toEqual(TO_MEND.fragments)
  })

  it('no file imports a screen', () => {
    expect(findScreenImports(sources)).toEqual(TO_MEND.screens)
  })

  it('a planted circle is found, also one of types and over three files', () => {
    const planted = [
      source('jobs/a.ts', "import type { B } from './b'"),
      source('jobs/b.ts', "export { c } from './c'"),
      source('jobs/c.tsx', "const a = () => import('./a')"),
      source('jobs/d.ts', "import { a } from './a'"),
    ]
    expect(findCircles(planted)).toEqual(['jobs/a.ts <> jobs/b.ts <> jobs/c.tsx'])
  })

  it('a planted file of 301 lines is found, unless it is a test', () => {
    const text = '\n'.repeat(301)
    expect(
      findLongFiles([
        source('jobs/a.ts', text),
        source('jobs/b.test.ts', text),
        source('jobs/c.ts', text.slice(1)),
      ]),
    ).toEqual(['jobs/a.ts'])
  })

  it('a planted fragment is found, unless it is loaded late', () => {
    const long = '\n'.repeat(15)
    expect(
      findFragments([
        source('ui/one.ts', 'export const one = 1\n'),
        source('ui/run.ts', 'export const run = 1\n'),
        source('ui/two.ts', 'export const two = 2\n'),
        source('ui/long.ts', long),
        source('ui/a.ts', `import './one'; import './two'; import './long'${long}`),
        source('ui/b.ts', `import './two'; import('./run')${long}`),
        source('ui/b.test.ts', "import './two'; import './one'"),
      ]),
    ).toEqual(['ui/one.ts'])
  })

  it('a planted import of a screen is found', () => {
    expect(
      findScreenImports([
        source('routes/calls/index.tsx', ''),
        source('routes/calls/-list.tsx', "import type { Call } from './index'"),
      ]),
    ).toEqual(['routes/calls/-list.tsx imports the screen routes/calls/index.tsx'])
  })
})
