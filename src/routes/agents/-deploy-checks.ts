import type { Collection } from '../../contract/collections'
import { type KnowledgeFile, progressOf } from '../../contract/files'
import { lintTexts, type VariableFinding } from '../../contract/variable-lint'
import type { Lack } from '../../queries/deployments'
import type { TestEvidence } from '../../queries/evidence'
import { words } from './-deploy-words'
import type { VersionContent } from './-version-fields'

/** What the variables of a version leave to be desired: what would be heard wrong, or probably so. */
export function lintContent(content: VersionContent): VariableFinding[] {
  const texts = [
    { place: 'prompt.system', label: words.texts.system, text: content.system },
    { place: 'firstMessage', label: words.texts.firstMessage, text: content.firstMessage ?? '' },
    { place: 'voicemailMessage', label: words.texts.voicemailMessage, text: content.voicemailMessage ?? '' },
  ]
  return lintTexts(texts, content.variables).filter(({ severity }) => severity !== 'note')
}

/** A collection that a version answers from, and the files in it that are not ready. */
export interface AttachedCollection {
  readonly id: string
  readonly name?: string
  /** `missing`: the service lists no such collection. `untold`: it does not tell which files it holds. */
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
  collections,
}: {
  evidence: TestEvidence | undefined
  findings: readonly VariableFinding[]
  /** `undefined`: not read, yet or at all. */
  collections: readonly AttachedCollection[] | undefined
}): Lack[] {
  const lacks: Lack[] = []
  if (!evidence) lacks.push('no evidence')
  else if (evidence.verdict !== 'passed') lacks.push('verdict')
  if (findings.length > 0) lacks.push('lint')
  if (!collections) lacks.push('not read')
  else if (collections.some(({ state }) => state === 'waiting' || state === 'missing')) lacks.push('files')
  return lacks
}
