import type { Collection } from '../../contract/collections'
import { type KnowledgeFile, progressOf } from '../../contract/files'
import type { VariableFinding } from '../../contract/variable-lint'
import { fieldOf, type VersionContent } from '../../contract/version-content'
import type { Lack } from '../../queries/deployments'
import type { TestEvidence, VersionEvidence } from '../../queries/evidence'
import { countOf, isolated } from '../../ui/numbers'
import { shortenId } from '../../ui/short-id'
import type { PickableTools } from './-use-tools'

/** One thing that speaks for or against a version. `lack`: deploying it in spite of this wants a reason. */
export interface DeployCheck {
  readonly tone: 'good' | 'bad' | 'unknown'
  readonly text: string
  readonly items?: readonly string[]
  readonly lack?: Lack
}

/** The lists that attached collections are looked up in; `undefined`: not read, yet or at all. */
export interface Stock {
  readonly collections: readonly Collection[] | undefined
  /** There are further collections, or some that cannot be read. */
  readonly isCut?: boolean
  readonly files: readonly KnowledgeFile[] | undefined
  readonly reading: boolean
}

/** What speaks for and against the content of a version. `findings`: of its variables, without notes; `latest`: its last test. */
export function checksOf(
  content: VersionContent | undefined,
  findings: readonly VariableFinding[],
  tools: PickableTools,
  stock: Stock,
  latest?: Tested,
): DeployCheck[] {
  if (!content) {
    const text =
      'Variables and collections could not be checked: the content of this version is unknown here.'
    return [{ tone: 'unknown', text }]
  }
  const called = fieldOf(content, 'prompt.tools')
  const unread = called.filter((slug) => !tools.tools?.some((tool) => tool.slug === slug))
  return [
    checkVariables(findings, unread.length < called.length),
    ...(unread.length > 0 ? [checkUnread(unread.join(', '), tools)] : []),
    ...(lacksCollection(content) ? [NO_COLLECTION] : []),
    ...checkCollections(fieldOf(content, 'knowledgeBaseCollectionIds'), stock),
    ...checkTested(fieldOf(content, 'knowledgeBaseCollectionIds'), stock, latest),
  ]
}

/** Whether a version is to answer from documents and has none to answer from. */
export const lacksCollection = (content: VersionContent | undefined): boolean =>
  fieldOf(content, 'useKnowledgeBase') && fieldOf(content, 'knowledgeBaseCollectionIds').length === 0

const NO_COLLECTION: DeployCheck = {
  tone: 'bad',
  lack: 'no collection',
  text: 'It uses the knowledge base and has no collection, so it answers from no document.',
}

function checkVariables(findings: readonly VariableFinding[], withTools: boolean): DeployCheck {
  const { length } = findings
  if (length === 0) {
    const texts = withTools ? 'prompt, messages and attached tools' : 'prompt and messages'
    return { tone: 'good', text: `Variables of ${texts} fit together.` }
  }
  return {
    tone: 'bad',
    lack: 'lint',
    text: `${countOf(length, 'variable')} of prompt, messages and tools ${length === 1 ? 'is' : 'are'} wrong`,
    items: findings.map(({ message }) => message),
  }
}

/** Why these custom tools could not be held against the variables. */
function checkUnread(slugs: string, { tools, cut, error, reading, noToken }: PickableTools): DeployCheck {
  const lack = 'tools not read'
  if (reading) return { tone: 'unknown', lack, text: 'Reading the attached tools.' }
  const unchecked = `so the variables in ${slugs} were not checked.`
  // Without a token no deployment could be checked; a reason that is wanted every time says nothing.
  if (noToken) {
    const text = `The tool list needs an access token that this console does not have, ${unchecked}`
    return { tone: 'unknown', text }
  }
  return tools && !cut && !error
    ? { tone: 'bad', lack: 'tools', text: `The service lists no tool ${slugs}, which the version calls.` }
    : { tone: 'unknown', lack, text: `The tool list could not be read to its end, ${unchecked}` }
}

/** What the tests of a version lack. A result that names no scenarios is taken as it was entered (D928). */
export function testLacks(evidence: VersionEvidence | undefined): readonly Lack[] {
  if (!evidence) return ['no evidence']
  if (evidence.changed) return ['changed']
  if (evidence.verdict !== 'passed') return ['verdict']
  return evidence.scenarios.length > 0 && evidence.untested > 0 ? ['not run'] : []
}

type Tested = Pick<TestEvidence, 'run' | 'knownFrom' | 'recordedAt'>

/** When a test was over, in milliseconds: by hand it is entered to the minute. */
const endOf = ({ run, knownFrom, recordedAt }: Tested) =>
  knownFrom === 'service' ? Date.parse(run.at) : Math.min(Date.parse(run.at) + 59_999, Date.parse(recordedAt))

/** What was tested with other documents may be answered otherwise by now: worth knowing, and no reason to hold it back (D833). */
export function checkTested(
  ids: readonly string[],
  { collections }: Pick<Stock, 'collections'>,
  latest: Tested | undefined,
): DeployCheck[] {
  const testedAt = latest && endOf(latest)
  const changed = (collections ?? [])
    .filter(({ id, updatedAt = '' }) => ids.includes(id) && Date.parse(updatedAt) > Number(testedAt))
    .map(({ id, name }) => isolated(name ?? shortenId(id)))
  const text = `Its last test ran before the documents of ${changed.join(', ')} changed. Run the scenarios again.`
  return changed.length > 0 ? [{ tone: 'bad', text }] : []
}

/** What is shown of a long list of files. */
const SHOWN = 5

/** How the attached collections stand. Statuses are those of the file list; the copies inside the collections may be older (D75). */
function checkCollections(
  ids: readonly string[],
  { collections, isCut, files, reading }: Stock,
): DeployCheck[] {
  if (ids.length === 0) return []
  if (!collections || !files) {
    const text = reading
      ? 'Reading the attached collections again.'
      : 'The attached collections could not be read, so it is unknown whether their files are ready.'
    return [{ tone: 'unknown', lack: 'not read', text }]
  }
  const byId = new Map(files.map((file) => [file.fileId, file]))
  const checks = ids.flatMap((id): DeployCheck[] => {
    const found = collections.find((collection) => collection.id === id)
    const name = found?.name ?? shortenId(id)
    if (!found)
      return [
        isCut
          ? {
              tone: 'unknown',
              lack: 'not read',
              text: `The collection ${name}, which is attached, is not among those that were read.`,
            }
          : {
              tone: 'bad',
              lack: 'files',
              text: `The service lists no collection ${name}, which is attached.`,
            },
      ]
    if (!found.files) return [{ tone: 'unknown', text: `The service does not report the files of ${name}.` }]
    if (found.files.length === 0)
      return [{ tone: 'bad', lack: 'files', text: `${name} has no files, so nothing is answered from it.` }]
    const waiting = found.files
      .map((file) => byId.get(file.fileId) ?? file)
      .filter(({ status }) => progressOf(status) !== 'ready')
    const { length } = waiting
    if (length === 0) return []
    const items = waiting
      .slice(0, SHOWN)
      .map(({ fileName, fileId, status }) => `${fileName ?? shortenId(fileId)}, ${status ?? 'no status'}`)
    if (length > SHOWN) items.push(`and ${length - SHOWN} more`)
    const text = `${countOf(length, 'file')} of ${name} ${length === 1 ? 'is' : 'are'} not INGESTED:`
    return [{ tone: 'bad', lack: 'files', text, items }]
  })
  const whole = ids.length === 1 ? 'its collection' : `its ${ids.length} collections`
  return checks.length > 0 ? checks : [{ tone: 'good', text: `All files of ${whole} are ingested.` }]
}
