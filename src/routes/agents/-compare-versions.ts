import type { AgentVersion } from '../../contract/agent-versions'
import { leftOut, redact } from '../../contract/redact'
import { isWire, type Wire } from '../../contract/reply'
import { fieldsOf, isMakeable, rank, readContent, type VersionContent } from '../../contract/version-content'
import { agentLabels } from '../../contract/version-fields'
import type { NumberedVersion } from '../../queries/service-versions'
import type { AgentKnowledge } from './-agent-knowledge'

/** What a version holds, and who says so: this browser as it sent it, or the service. */
export interface Content {
  readonly source: 'sent' | 'service'
  readonly wire: VersionContent
  readonly masked?: boolean
  /** Secrets that this browser did not store (D446), by path. */
  readonly secrets?: readonly string[]
}

/** What the service reports of a version; nothing where it only names the version. */
export const reportedContent = (version: AgentVersion | undefined): Content | undefined =>
  version?.content && { source: 'service', wire: version.content }

export function sentContent(version: NumberedVersion | undefined): Content | undefined {
  const wire = readContent(version?.request)
  return wire && { source: 'sent', wire, masked: version?.requestMasked, secrets: leftOut(wire) }
}

/** What a version holds: as the service reports it, else as this browser sent it. */
export const contentOf = (
  { versionOf, reported }: Pick<AgentKnowledge, 'versionOf' | 'reported'>,
  versionId: string | undefined,
): Content | undefined => {
  const told = reportedContent(reported(versionId))
  return isMakeable(told?.wire) ? told : (sentContent(versionOf(versionId)) ?? told)
}

/** The contents of two versions from the same source where that can be had. */
export function contentsOf(
  [first, second]: readonly [NumberedVersion | undefined, NumberedVersion | undefined],
  reported: (versionId: string | undefined) => AgentVersion | undefined,
): readonly [Content | undefined, Content | undefined] {
  const [one, other] = [first, second].map((each) => reportedContent(reported(each?.versionId)))
  if (isMakeable(one?.wire) && isMakeable(other?.wire)) return [one, other]
  const [sentOne, sentOther] = [sentContent(first), sentContent(second)]
  if (sentOne && sentOther) return [sentOne, sentOther]
  return [one ?? sentOne, other ?? sentOther]
}

/** How one field stands in two versions. `untold`: only one of the two sources reports it, which is no difference. */
export interface FieldDiff {
  readonly path: string
  readonly state: 'same' | 'changed' | 'untold'
  readonly before: unknown
  readonly after: unknown
}

/**
 * Compares two contents field by field. `alike`: both come from the same source, so a field that one lacks is a difference; else one may be
 * without its secrets, which are not compared.
 */
export function compareFields(before: Wire, after: Wire, alike: boolean): FieldDiff[] {
  const read = (content: Wire) => fieldsOf(alike ? content : (redact(content) as Wire))
  const first = new Map(read(before).map(({ path, value }) => [path, value]))
  const second = new Map(read(after).map(({ path, value }) => [path, value]))
  // Their order is that in which people are asked for them; one that was added or taken out changes none.
  const orders = [inOrder(first, second), inOrder(second, first)] as const
  if (alike && stable(orders[0]) !== stable(orders[1]))
    for (const [at, side] of [first, second].entries()) side.set('prompt.variables', orders[at])
  const paths = [...new Set([...first.keys(), ...second.keys()])]
  return paths
    .toSorted((one, other) => rank(one) - rank(other))
    .map((path): FieldDiff => {
      const [one, other] = [first.get(path), second.get(path)]
      // A variable is reported by both sources, so one that is missing was taken out.
      const isReported =
        (first.has(path) && second.has(path)) ||
        path.startsWith(VARIABLE) ||
        (alike && !Object.hasOwn(agentLabels, path))
      const state = stable(one) === stable(other) ? 'same' : isReported ? 'changed' : 'untold'
      return { path, state, before: one, after: other }
    })
}

const VARIABLE = 'prompt.variables.'

/** The names of the variables that another content has, too, in their order. */
const inOrder = (content: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>) =>
  [...content.keys()].flatMap((path) =>
    path.startsWith(VARIABLE) && other.has(path) ? path.slice(VARIABLE.length) : [],
  )

/** A text with the line ends that fields and editors make, so that none differs by those of Windows alone (D1001). */
export const withFieldEnds = (text: string): string => text.replace(/\r\n?/g, '\n')

/** A value as text that does not depend on the order of keys, nor on line ends. Nothing, `null` and an empty list mean the same here. */
function stable(value: unknown): string {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return 'null'
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`
  if (!isWire(value)) return JSON.stringify(typeof value === 'string' ? withFieldEnds(value) : value)
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${stable(each)}`).join(',')}}`
}

/** Two versions of an address, `before,after`: ids may have no comma in one (D5). */
export const readPair = (text: string | undefined): readonly [string, string] | undefined => {
  const [before, after, ...more] = text?.split(',') ?? []
  return before && after && more.length === 0 ? [before, after] : undefined
}
