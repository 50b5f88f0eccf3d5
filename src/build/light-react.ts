import type { ESTree, Plugin } from 'vite'

/** The version of React whose source these facts were read in. */
const VERSION = '19.3.1'

/** Kinds of elements that the console never makes, by the numbers of React: what a server rendered, lists of suspense, profilers, scopes, hidden trees of old, what goes to the head of a page, the page itself, view transitions, hidden activities. */
const NO_TAGS = [12, 18, 19, 21, 23, 25, 26, 27, 30, 31]

/** What never changes in a page that no server rendered, and in browsers that know modules. */
const NAMES: Readonly<Record<string, string>> = {
  isHydrating: 'false',
  shouldStartViewTransition: 'false',
  canUseDOM: 'true',
  documentMode: 'null',
  isInputEventSupported: 'true',
  passiveBrowserEventsSupported: 'true',
}
const MEMBERS: Readonly<Record<string, string>> = { isDehydrated: 'false', dehydrated: 'null' }

/** What functions answer, or do, where they are never asked for more. */
const ANSWERS: Readonly<Record<string, string>> = {
  // No element of the head is rendered, and none is asked for before it is.
  isHostHoistableType: 'return false',
  preconnect: '',
  preconnectAs: '',
  prefetchDNS: '',
  preinitModuleScript: '',
  preinitScript: '',
  preinitStyle: '',
  preload: '',
  preloadModule: '',
  // So no style and no image holds up a picture.
  accumulateSuspenseyCommitOnFiber: '',
  maySuspendCommit: 'return false',
  preloadInstanceAndSuspendIfNeeded: 'workInProgress.flags &= -16777217',
  suspendInstance: '',
  waitForCommitToBeReady: 'return null',
  insertSuspendedStylesheets: '',
  // Kinds of elements that are never made, where their case stands between others.
  updateActivityComponent: '',
  updateSuspenseListComponent: '',
  // No name of an attribute is of somebody else's making.
  isAttributeNameSafe: 'return true',
  // No element is of a kind that the page itself defines.
  isCustomElement: 'return false',
  setPropOnCustomElement: '',
  // Nothing waits for a part that a server rendered.
  clearIfContinuousEvent: '',
  getNextHydratable: 'return null',
  getParentHydrationBoundary: 'return null',
  queueIfContinuousEvent: 'return false',
  registerSuspenseInstanceRetry: '',
  retryIfBlockedOn: '',
  updateDehydratedSuspenseComponent: 'return null',
  // No fragment has a `ref`.
  commitNewChildToFragmentInstance: '',
  commitNewChildToFragmentInstances: '',
  deleteChildFromFragmentInstance: '',
  FragmentInstance: '',
  isFragmentInstanceParent: 'return false',
  // Forms are sent by a handler, not by an action.
  extractEvents$1: '',
  mountActionState: '',
  requestFormReset: '',
  rerenderActionState: '',
  startHostTransition: '',
  updateActionState: '',
  // A transition waits for code and data, of which the screen tells; the browser need not, too.
  defaultOnDefaultTransitionIndicator: '',
  // Transitions are begun without the hook that says whether they are under way.
  dispatchOptimisticSetState: '',
  startTransition: '',
  // Nobody looks for an element by its component.
  findCurrentFiberUsingSlowPath: 'return null',
  findCurrentHostFiberImpl: 'return null',
  // Nobody asks what will be typed before it is.
  getFallbackBeforeInputChars: 'return null',
  getNativeBeforeInputChars: 'return null',
  // What browsers without an event for input, or with names of their own for events, would need.
  getVendorPrefixedEventName: 'return eventName',
  getTargetInstForInputEventPolyfill: '',
  handleEventsForInputEventPolyfill: '',
  // Nobody reads which components an error came through.
  getStackByFiberInDevAndProd: "return ''",
  // Says in an error what stands in the place of a component.
  getComponentNameFromType: 'return null',
  // No compiler writes components anew, and no cache of them is emptied.
  refreshCache: '',
  updateRefresh: '',
  useMemoCache: '',
}

/** What React throws to itself and knows again by what it is. As errors they take down where they were made, once for each page: with developer tools open, or measured by them, a browser then compiles the whole entry a second time before anything is drawn (D885). */
const SIGNALS = /^(?:HydrationMismatch|SelectiveHydration|Suspense|SuspenseAction|SuspenseyCommit)Exception$/

/** Styles whose numbers are no pixels, of those that the console may set; React has 71. */
export const UNITLESS =
  'columns flex flexGrow flexShrink fontWeight gridColumn gridRow lineHeight opacity order scale tabSize zIndex zoom'.split(
    ' ',
  )

/** What stands for values that browsers of today have themselves, or whose rest nobody sets. */
const VALUES: Readonly<Record<string, string>> = {
  AbortControllerLocal: 'AbortController',
  PossiblyWeakMap: 'WeakMap',
  PossiblyWeakSet: 'WeakSet',
  cancelTimeout: 'clearTimeout',
  clz32: 'Math.clz32',
  objectIs: 'Object.is',
  reportGlobalError: 'reportError',
  scheduleMicrotask: 'queueMicrotask',
  scheduleTimeout: 'setTimeout',
  // Names of keys and of events before browsers agreed on them.
  normalizeKey: '{}',
  translateToKey: '{}',
  vendorPrefixes: '{}',
  unitlessNumbers: `new Set(${JSON.stringify(UNITLESS)})`,
}

/** Hooks that nobody may take from React (`CUT_OFF`), in each of its tables of hooks. */
const HOOKS =
  /^use(?:ActionState|CacheRefresh|FormState|HostTransitionStatus|MemoCache|Optimistic|Transition)$/

/** The functions of React that it looks for, and its variables. */
export const NAMED = { functions: Object.keys(ANSWERS), variables: Object.keys({ ...NAMES, ...VALUES }) }

/** Elements that nobody may render: those of the page's head, which React would move there, and the page itself. */
export const NOT_RENDERED = /^(?:base|body|head|html|link|meta|script|style|\w+-.*)$/

/** Methods of classes of which none is ever made, and one that nobody calls. */
const CLASSES =
  /^(?:(?:FragmentInstance|ReactDOMHydrationRoot|ViewTransitionPseudoElement)\.prototype\.|ReactDOMSharedInternals\.findDOMNode$)/

/** Attributes of elements, most of pictures, that have another name in a page, of those that the console sets; React has 79. */
export const RENAMED =
  /^(?:htmlFor|font(?:Family|Size|Style|Weight)|letterSpacing|pointerEvents|stroke(?:Linecap|Linejoin|Width)|text(?:Anchor|Decoration))$/

/** What nobody may take from React, as it is cut off. */
export const CUT_OFF =
  /^(?:Activity|Profiler|SuspenseList|ViewTransition|addTransitionType|captureOwnerStack|hydrateRoot|pre(?:connect|fetchDNS|init|initModule|load|loadModule)|requestFormReset|useActionState|unstable_useCacheRefresh|useFormState|useFormStatus|useOptimistic|useTransition)$/

type Edit = readonly [start: number, end: number, text: string]

const isTag = (node: ESTree.Node) =>
  (node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'tag') ||
  (node.type === 'Identifier' && node.name === 'tag')

const isNoTag = (node: ESTree.Node | null) =>
  node?.type === 'Literal' && NO_TAGS.includes(Number(node.value)) && typeof node.value === 'number'

/** Whether nothing runs from one case of a switch into the next. */
const ends = ({ consequent }: ESTree.SwitchCase) =>
  /^(?:Break|Continue|Return|Throw)Statement$/.test(consequent.at(-1)?.type ?? '')

/** The cases of a switch that no element reaches. */
function unreached({ cases }: ESTree.SwitchStatement): readonly ESTree.SwitchCase[] {
  let isEntered = false
  return cases.filter((each) => {
    const isCut = isNoTag(each.test) && (each.consequent.length === 0 || (!isEntered && ends(each)))
    if (!isCut) isEntered = !ends(each)
    return isCut
  })
}

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** The variables that are declared in a part of the source. */
function namesIn(part: unknown): readonly string[] {
  if (Array.isArray(part)) return part.flatMap(namesIn)
  if (!isNode(part)) return []
  const own = part.type === 'VariableDeclarator' && part.id.type === 'Identifier' ? [part.id.name] : []
  return [...own, ...Object.values(part).flatMap(namesIn)]
}

/** Names joined by dots, as they stand in the source. */
function textOf(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name
  return node.type === 'MemberExpression' ? `${textOf(node.object)}.${textOf(node.property)}` : ''
}

const isRenamed = ([name]: unknown[]) => RENAMED.test(String(name))

/** The map of attributes that have another name, with those that the console sets. */
function onlyRenamed({ arguments: [list] }: ESTree.NewExpression): string {
  const pairs = list?.type === 'ArrayExpression' ? list.elements : []
  const names = pairs.map((pair) =>
    pair?.type === 'ArrayExpression'
      ? pair.elements.map((each) => each?.type === 'Literal' && each.value)
      : [],
  )
  return `new Map(${JSON.stringify(names.filter(isRenamed))})`
}

/** What a name of the source stands for, by how it is used; nothing where it stays. */
function editOf(node: ESTree.Node): Edit | undefined {
  const { type, start, end } = node
  if (type === 'FunctionDeclaration') {
    const answer = ANSWERS[node.id?.name ?? '']
    return answer !== undefined && node.body ? [node.body.start, node.body.end, `{${answer}}`] : undefined
  }
  if (type === 'BinaryExpression' && /^[!=]==$/.test(node.operator)) {
    const { left, right } = node
    const isCut = (isNoTag(left) && isTag(right)) || (isNoTag(right) && isTag(left))
    return isCut ? [start, end, String(node.operator === '!==')] : undefined
  }
  if (type === 'Identifier' && Object.hasOwn(NAMES, node.name)) return [start, end, NAMES[node.name] ?? '']
  if (type === 'MemberExpression' && node.property.type === 'Identifier') {
    const value = Object.hasOwn(MEMBERS, node.property.name) && MEMBERS[node.property.name]
    return value ? [start, end, value] : undefined
  }
  if (type === 'Property' && node.key.type === 'Identifier' && HOOKS.test(node.key.name))
    return [start, end, '_:0']
  // It finds out what is known here (`NAMES`).
  if (type === 'IfStatement' && textOf(node.test) === 'canUseDOM' && node.consequent.type === 'TryStatement')
    return [start, end, '']
  if (type === 'VariableDeclarator' && node.init) {
    const [{ start: from, end: to }, name] = [node.init, textOf(node.id)]
    if (SIGNALS.test(name)) return [from, to, '{}']
    if (Object.hasOwn(VALUES, name)) return [from, to, VALUES[name] ?? '']
    if (name === 'aliases' && node.init.type === 'NewExpression') return [from, to, onlyRenamed(node.init)]
  }
  if (type !== 'AssignmentExpression') return undefined
  const { left, right } = node
  if (left.type === 'Identifier' && Object.hasOwn(NAMES, left.name))
    return [start, end, NAMES[left.name] ?? '']
  const name = textOf(left)
  if (name === 'exports.hydrateRoot') return [start, end, '0']
  if (!CLASSES.test(name)) return undefined
  // Two classes may share a method.
  return right.type === 'AssignmentExpression' ? [start, right.start, ''] : [start, end, '0']
}

/** React's source without what the facts above make unreachable, which the compression then leaves out. */
export function cutReact(code: string, parse: (code: string) => ESTree.Program): string {
  if (!code.includes(`exports.version = "${VERSION}"`))
    throw new Error(
      `React is no longer ${VERSION}: read in its source whether what src/build/light-react.ts cuts off is still what it says`,
    )
  const edits: Edit[] = []
  /** `home`: where the body of the function begins. */
  const walk = (node: unknown, home: number): void => {
    if (Array.isArray(node)) for (const each of node) walk(each, home)
    if (!isNode(node)) return
    const known = node
    const edit = editOf(known)
    if (edit) {
      edits.push(edit)
      return
    }
    // Such a name is another thing there.
    if (
      'params' in known &&
      known.params?.some((each: ESTree.Node) => each.type === 'Identifier' && each.name in NAMES)
    )
      return
    const cut = known.type === 'SwitchStatement' && isTag(known.discriminant) ? unreached(known) : []
    for (const each of cut) edits.push([each.start, each.end, ''])
    // What is declared in one case may be used in another.
    const declared = namesIn(cut)
    if (declared.length > 0) edits.push([home, home, `var ${declared};`])
    const inside =
      /Function/.test(known.type) && 'body' in known && isNode(known.body) ? known.body.start + 1 : home
    for (const [key, part] of Object.entries(known)) {
      if (known.type === 'VariableDeclarator' && key === 'id') continue
      if (known.type === 'AssignmentExpression' && key === 'left' && known.left.type === 'MemberExpression')
        continue
      // A member may be called as a variable is.
      if (known.type === 'MemberExpression' && key === 'property' && !known.computed) continue
      if (key === 'cases')
        walk(
          (part as ESTree.SwitchCase[]).filter((each) => !cut.includes(each)),
          inside,
        )
      else walk(part, inside)
    }
  }
  walk(parse(code), 0)
  return edits
    .sort(([one], [other]) => other - one)
    .reduce((text, [start, end, by]) => text.slice(0, start) + by + text.slice(end), code)
}

/**
 * React without what no part of the console asks of it (D850): 19 kB of its 54, which every screen would load before its rows. Only builds
 * have it; a development page has React as it is.
 */
export const lightReact = (): Plugin => ({
  name: 'light-react',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: {
    filter: { id: /\/react-dom-client\.production\.js$/ },
    handler(code) {
      return { code: cutReact(code, (text) => this.parse(text)), map: null }
    },
  },
})
