import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findViolations, violationsOf } from './boundaries'

it('nobody imports what the map forbids', () => {
  expect(findViolations(fileURLToPath(new URL('..', import.meta.url)))).toEqual([])
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
  ])('%s', (_, path, source) => {
    expect(violationsOf(path, source)).toHaveLength(1)
  })
})

it('what only looks like an import is none', () => {
  for (const source of [
    `it("takes the address from '../client/call'", () => {})`,
    `const said = "import { call } from '../client/call'"`,
    "// import { call } from '../client/call'",
    "const code = `\\n  import '../client/call'\\n  export * from '../client/call'\\n`",
    "const words = { from: '../client/call' }",
    'const text = <p>import it from &apos;../client/call&apos;</p>',
  ])
    expect(violationsOf('contract/files.tsx', source)).toEqual([])
})

it('a source that cannot be read is no source without imports', () => {
  expect(() => violationsOf('contract/files.ts', 'import {')).toThrow('contract/files.ts')
})

it('what is allowed passes', () => {
  expect(violationsOf('routes/calls.tsx', "import { callQueries } from '../queries/calls'")).toEqual([])
  expect(violationsOf('proxy/main.ts', "import { openService } from '../service/open'")).toEqual([])
  expect(violationsOf('service/store/a.ts', "import sql from './migrations/0001.sql?raw'")).toEqual([])
})
