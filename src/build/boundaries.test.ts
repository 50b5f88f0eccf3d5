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
    ['a folder nobody knows', 'misc/a.ts', ''],
  ])('%s', (_, path, source) => {
    expect(violationsOf(path, source)).toHaveLength(1)
  })
})

it('what is allowed passes', () => {
  expect(violationsOf('routes/calls.tsx', "import { callQueries } from '../queries/calls'")).toEqual([])
  expect(violationsOf('proxy/main.ts', "import { openService } from '../service/open'")).toEqual([])
  expect(violationsOf('service/store/a.ts', "import sql from './migrations/0001.sql?raw'")).toEqual([])
})
