import type { ESTree, Plugin } from 'vite'

/**
 * What functions of libraries do instead, by their file.
 * - The router: ours stands where a screen fails (`defaultErrorComponent`), no screen is changed with a transition of the browser's, none has a component for the time until it is there, and nobody asks whether an address matches or is told that a route is entered or left.
 * - Forms: ours are judged by a schema or not at all, and no form is closed or forgotten field by field.
 * - Queries: defaults are those that the client is made with, one query is read or changed at a time, none is cancelled by its key, and none suspends or throws; a write never pauses (`networkMode`).
 * - The store of the browser: what it holds is read whole or by a cursor that is led, and none is walked through by itself.
 */
const INSTEAD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'react-router/dist/esm/CatchBoundary.js': { ErrorComponent: '' },
  'react-router/dist/esm/Match.js': { renderPending: 'return null' },
  'router-core/dist/esm/load-client.js': { offerPending: '', finishPending: '', awaitPendingMinimum: '' },
  'router-core/dist/esm/router.js': {
    startViewTransition: 'return fn()',
    matchRoute: '',
    lifecycleEnd: 'return 0',
    runRouteLifecycle: '',
  },
  'query-core/build/modern/queryClient.js': {
    cancelQueries: '',
    ensureInfiniteQueryData: '',
    ensureQueryData: '',
    getMutationDefaults: 'return {}',
    getQueriesData: '',
    getQueryDefaults: 'return {}',
    isMutating: '',
    prefetchInfiniteQuery: '',
    prefetchQuery: '',
    resumePausedMutations: 'return Promise.resolve()',
    setDefaultOptions: '',
    setMutationDefaults: '',
    setQueriesData: '',
    setQueryDefaults: '',
  },
  'query-core/build/modern/mutationCache.js': { resumePausedMutations: '' },
  'query-core/build/modern/queryObserver.js': { fetchOptimistic: '' },
  'react-query/build/modern/suspense.js': { ensureSuspenseTimers: '' },
  'react-query/build/modern/IsRestoringProvider.js': { useIsRestoring: 'return false' },
  'react-query/build/modern/errorBoundaryUtils.js': {
    ensurePreventErrorBoundaryRetry: '',
    useClearResetErrorBoundary: '',
    getHasError: 'return false',
  },
  'idb/build/index.js': { isIteratorProp: 'return false' },
  'react-hook-form/dist/index.esm.mjs': {
    validateField: 'return {}',
    executeBuiltInValidation: 'return true',
    validateForm: 'return true',
    resetField: '',
    resetDefaultValues: '',
    setValues: '',
    clearErrors: '',
    _disableForm: '',
  },
}

/** What is never so, by the file that asks: no address stands for another one, no search is filtered but by its schema, nothing stands where a route is missing but a component, no screen that is loaded anew waits as if it were new, and none was made by a server; an address has names and single parts of any text, nothing optional and no rest; a screen leads to another one of the console's alone, and none is loaded before somebody points at its link, which looks the same wherever it leads; no write waits for another of its kind, and no query is kept by a library; no part of a screen but the window goes to its top by itself, and no script has styles of its own. */
const NEVER: Readonly<Record<string, readonly string[]>> = {
  'router-core/dist/esm/router.js': [
    'opts.mask',
    'this.options.routeMasks',
    'maskedLocation',
    '__tempLocation && (!__tempKey || __tempKey === this.tempLocationKey)',
    'routeOptions.preSearchFilters || routeOptions.postSearchFilters',
    'routeOptions.search?.middlewares',
    'options.pathParamsAllowedCharacters?.length',
    'notFoundRoute',
    'this.options.notFoundRoute',
    'this.options.notFoundRoute && (!foundRoute || foundRoute.path !== "/" && rawParams["**"])',
    'opts?.forcePending',
    'opts._includeValidateSearch && this.options.search?.strict',
  ],
  'router-core/dist/esm/scroll-restoration.js': [
    'typeof router.options.scrollRestoration === "function" && !router.options.scrollRestoration({ location: router.latestLocation })',
    'shouldResetScroll && scrollToTopSelectors',
    '!hash && scrollToTopSelectors',
    'scrollToTopElements',
    'attrId',
  ],
  'router-core/dist/esm/new-process-route-tree.js': [
    'node.wildcard',
    'node.optional',
    'node.pathless',
    'node.parse',
    'node.index.parse',
    'node.kind === 2 && node.route && !isFrameMoreSpecific(bestMatch, frame)',
    'node.kind === SEGMENT_TYPE_PATHLESS',
    'prefix || suffix',
    'a.parse && !b.parse',
    '!a.parse && b.parse',
    'a.parse && b.parse && (a.priority || b.priority)',
    'a.prefix && b.prefix && a.prefix !== b.prefix',
    'a.suffix && b.suffix && a.suffix !== b.suffix',
    'a.prefix && !b.prefix',
    '!a.prefix && b.prefix',
    'a.suffix && !b.suffix',
    '!a.suffix && b.suffix',
  ],
  'router-core/dist/esm/load-client.js': [
    'redirectOptions.href || redirect.headers.has("Location")',
    'publicLocation.external',
    'options.reloadDocument',
    'resolvedPrefix',
    'typeof configured === "function"',
  ],
  'react-router/dist/esm/Match.js': [
    'resolvedNoSsr',
    'router.ssr && !canWrapInSuspense(router, route, match.ssr)',
  ],
  'react-router/dist/esm/link.js': [
    'style || stateStyle',
    'preload === "render" && !hasRenderFetched.current',
    'preload === "viewport" && innerRef.current && typeof IntersectionObserver === "function"',
  ],
  'vite/preload-helper.js': ['isCss'],
  'query-core/build/modern/mutationCache.js': ['typeof scope === "string"'],
  'query-core/build/modern/query.js': ['this.options.persister'],
  'react-query/build/modern/useBaseQuery.js': ['shouldSuspend(defaultedOptions, result)'],
  'idb/build/index.js': ['isIteratorProp(target, prop)'],
}

/** The body of a function that is declared, or given to a class, a member or a constant, under a name. */
function bodyOf(part: unknown, name: string): { start: number; end: number } | undefined {
  if (typeof part !== 'object' || part === null) return undefined
  const node = part as ESTree.Node
  if (node.type === 'FunctionDeclaration' && node.id?.name === name) return node.body ?? undefined
  if (node.type === 'MethodDefinition' && node.key.type === 'Identifier' && node.key.name === name)
    return node.value.body ?? undefined
  if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.id.name === name)
    if (node.init && 'body' in node.init) return node.init.body as { start: number; end: number }
  if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') {
    const { property } = node.left
    if (property.type === 'Identifier' && property.name === name && 'body' in node.right)
      return node.right.body as { start: number; end: number }
  }
  for (const each of Object.values(part)) {
    const found = bodyOf(each, name)
    if (found) return found
  }
  return undefined
}

/** Libraries without what no part of the console asks of them, which screens would load before their rows (D917). */
export const lightLibraries = (): Plugin => ({
  name: 'light-libraries',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: {
    filter: { id: new RegExp(Object.keys({ ...INSTEAD, ...NEVER }).join('|')) },
    handler(code, id) {
      const [, instead = {}] = Object.entries(INSTEAD).find(([file]) => id.endsWith(file)) ?? []
      let light = code
      for (const [name, body] of Object.entries(instead)) {
        const found = bodyOf(this.parse(light), name)
        if (!found) throw new Error(`${id} has no ${name} any more: look at src/build/light-libraries.ts`)
        light = `${light.slice(0, found.start)}{${body}}${light.slice(found.end)}`
      }
      const [, never = []] = Object.entries(NEVER).find(([file]) => id.endsWith(file)) ?? []
      for (const each of never) {
        if (!light.includes(`if (${each})`))
          throw new Error(`${id} asks no more for ${each}: look at src/build/light-libraries.ts`)
        light = light.replaceAll(`if (${each})`, 'if (false)')
      }
      return { code: light, map: null }
    },
  },
})
