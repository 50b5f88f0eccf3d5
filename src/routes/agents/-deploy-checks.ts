import type { Collection } from '../../contract/collections'
import { type KnowledgeFile, progressOf } from '../../contract/files'
import type { VariableFinding } from '../../contract/variable-lint'
import type { Lack } from '../../queries/deployments'
import type { TestEvidence } from '../../queries/evidence'
import type { PickableTools } from './-use-tools'

/** The custom tools of a version whose texts were not read, and why. `missing`: the whole list of tools lacks them. */
export interface UnreadTools {
  readonly state: 'reading' | 'no token' | 'not read' | 'missing'
  readonly slugs: readonly string[]
}

/** Which of the attached tools could not be held against the variables; `undefined` when all could. */
export function unreadTools(slugs: readonly string[], list: PickableTools): UnreadTools | undefined {
  const listed = new Set(list.tools?.map(({ slug }) => slug))
  const unread = slugs.filter((slug) => !listed.has(slug))
  if (unread.length === 0) return undefined
  const whole = list.tools && !list.cut && !list.error
  const state = list.reading ? 'reading' : list.noToken ? 'no token' : whole ? 'missing' : 'not read'
  return { state, slugs: unread }
}

/** A collection that a version answers from, and the files in it that are not ready. */
export interface AttachedCollection {
  readonly id: string
  readonly name?: string
  /** `missing`: the service lists no such collection. `untold`: it does not report its files. */
  readonly state: 'whole' | 'waiting' | 'missing' | 'untold'
  readonly waiting: readonly KnowledgeFile[]
}

/** How the attached collections stand. Statuses are those of the file list; the copies inside the collections may be older (D75). */
export function attachedCollections(
  ids: readonly string[],
  collections: readonly Collection[],
  files: readonly KnowledgeFile[],
): AttachedCollection[] {
  const byId = new Map(files.map((file) => [file.fileId, file]))
  return ids.map((id): AttachedCollection => {
    const found = collections.find((collection) => collection.id === id)
    if (!found) return { id, state: 'missing', waiting: [] }
    const { name } = found
    if (!found.files) return { id, name, state: 'untold', waiting: [] }
    const waiting = found.files
      .map((file) => byId.get(file.fileId) ?? file)
      .filter(({ status }) => progressOf(status) !== 'ready')
    return { id, name, state: waiting.length > 0 ? 'waiting' : 'whole', waiting }
  })
}

/** What wants a reason before the version goes live, in the order in which it is shown. */
export function lacksOf({
  evidence,
  findings,
  tools,
  collections,
}: {
  evidence: TestEvidence | undefined
  findings: readonly VariableFinding[]
  tools: UnreadTools | undefined
  /** `undefined`: not read, yet or at all. */
  collections: readonly AttachedCollection[] | undefined
}): Lack[] {
  const lacks: Lack[] = []
  if (!evidence) lacks.push('no evidence')
  else if (evidence.verdict !== 'passed') lacks.push('verdict')
  if (findings.length > 0) lacks.push('lint')
  // Without a token no deployment could be checked; a reason that is wanted every time says nothing (as with `untold`).
  if (tools?.state === 'missing') lacks.push('tools')
  else if (tools && tools.state !== 'no token') lacks.push('tools not read')
  if (!collections) lacks.push('not read')
  else if (collections.some(({ state }) => state === 'waiting' || state === 'missing')) lacks.push('files')
  return lacks
}

const LACKS: Readonly<Record<Lack, string>> = {
  'no evidence': 'no test run of it is known',
  verdict: 'its last test run did not pass',
  lint: 'variables in it are wrong',
  tools: 'tools that it calls are not in the tool list',
  'tools not read': 'not all of its tools could be read',
  files: 'files of its collections are not ingested',
  'not read': 'its collections could not be read',
}

/** "no test run of it is known, variables in it are wrong and not all of its tools could be read". */
export const lacksText = (lacks: readonly Lack[]) =>
  lacks
    .map((lack) => LACKS[lack])
    .join(', ')
    .replace(/, ([^,]+)$/, ' and $1')
