import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const sources = ['src/routes', 'src/ui', 'src/queries', 'src/ledger'].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !name.startsWith('design/'))
    .map((name) => ({ file: join(room, name), text: readFileSync(join(room, name), 'utf8') })),
)

it('nothing asks the library of forms for what is left out of it (D917)', () => {
  const asking =
    /\b(?:clearErrors|resetField|resetDefaultValues|shouldUnregister)\b|\bform\.setValues\b|\brules[:=]|useForm(?:<[^(]*>)?\(\{[^}]*\b(?:validate|disabled):/
  const forms = sources.filter(({ text }) => text.includes("from 'react-hook-form'"))
  expect(forms.length).toBeGreaterThan(20)
  expect(forms.filter(({ text }) => asking.test(text)).map(({ file }) => file)).toEqual([])
})

it('nothing asks the router for what is left out of it (D917)', () => {
  const asking =
    /\b(?:routeMasks|unmaskOnReload|preSearchFilters|postSearchFilters|middlewares|pathParamsAllowedCharacters|notFoundRoute|forcePending|viewTransition|scrollToTopSelectors|scrollRestorationId|matchRoute|useMatchRoute|MatchRoute|activeProps|inactiveProps|reloadDocument|(?:default)?[pP]ending(?:Component|Ms|MinMs)|on(?:Enter|Stay|Leave)|shouldReload|parseParams|caseSensitive)\b|\bmask[:=]|\bpreload="|redirect\(\{ href/
  const routed = sources.filter(({ text }) => text.includes("from '@tanstack/react-router'"))
  expect(routed.length).toBeGreaterThan(50)
  expect(routed.filter(({ text }) => asking.test(text)).map(({ file }) => file)).toEqual([])
})

it('addresses are of names and single parts alone (D917)', () => {
  const addresses = sources.flatMap(({ text }) => /createFileRoute\('([^']*)'\)/.exec(text)?.[1] ?? [])
  expect(addresses.length).toBeGreaterThan(20)
  expect(addresses.filter((each) => !/^(?:\/(?:[a-z-]+|\$[A-Za-z]+_?))*\/?$/.test(each))).toEqual([])
})

it('nothing asks the library of queries for what is left out of it (D917)', () => {
  const asking =
    /\b(?:cancelQueries|ensure(?:Infinite)?QueryData|getQueriesData|isMutating|useIsMutating|prefetch(?:Infinite)?Query|setDefaultOptions|set(?:Query|Mutation)Defaults|setQueriesData|resumePausedMutations|useSuspense\w+|usePrefetch\w+|createPersister|IsRestoring\w+)\b|\b(?:suspense|persister|throwOnError):|\bscope: \{ id:/
  const read = sources.filter(({ text }) => text.includes("from '@tanstack/react-query'"))
  expect(read.length).toBeGreaterThan(100)
  expect(read.filter(({ text }) => asking.test(text)).map(({ file }) => file)).toEqual([])
})

it('nothing walks through the store of the browser in a way that is left out of its library (D917)', () => {
  const stored = sources.filter(({ text }) => text.includes("from 'idb'"))
  expect(stored.length).toBeGreaterThan(0)
  const ledger = sources.filter(({ file }) => file.startsWith('src/ledger'))
  expect(ledger.filter(({ text }) => /for await|\.iterate\(/.test(text)).map(({ file }) => file)).toEqual([])
})
