import { Link, type LinkProps } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import type { Collection } from '../../contract/collections'
import { type KnowledgeFile, progressOf } from '../../contract/files'
import { isWire } from '../../contract/reply'
import type { ListedAgent } from '../../queries/agents'
import type { CallRow } from '../../queries/merge-calls'
import { Button, buttonClass } from '../../ui/button'
import { countOf } from '../../ui/numbers'
import { Section } from '../../ui/page'

interface FirstStep {
  readonly title: string
  readonly done: boolean
  /** What is there of it. */
  readonly state?: string | false
  readonly verb: string
  /** Absent while an earlier step has to be done first. */
  readonly link?: LinkProps
}

/** Whether it answers from a collection, or that is not known here. */
const mayUseCollection = ({ versions, versionCount = 1 }: Pick<ListedAgent, 'versions' | 'versionCount'>) =>
  versions.length < versionCount ||
  versions.some(({ request }) => {
    if (!isWire(request)) return true
    const ids = request.knowledgeBaseCollectionIds
    return request.useKnowledgeBase !== false && Array.isArray(ids) && ids.length > 0
  })

/** How many calls are known to have begun: not those that were refused, nor those of which nobody knows. */
export const begunOf = (calls: readonly CallRow[]): number =>
  calls.filter(({ record, launch }) => record || launch?.state === 'accepted').length

/** The newest collection from which an agent can answer, as far as it says what it holds. */
function newestReady(
  collections: Parameters<typeof stepsOf>[0]['collections'],
  files: readonly KnowledgeFile[],
): string | undefined {
  const isReady = ({ status }: KnowledgeFile) => progressOf(status) === 'ready'
  const ready = new Set(files.filter(isReady).map(({ fileId }) => fileId))
  return collections
    .toSorted((one, other) => (other.createdAt ?? '').localeCompare(one.createdAt ?? ''))
    .find(({ files: held }) => held?.some(({ fileId }) => ready.has(fileId)) ?? ready.size > 0)?.id
}

/** The main job, from documents to a call. `conversations`: how many calls and threads are known. */
export function stepsOf({
  files,
  collections,
  agents,
  conversations,
}: {
  files: readonly KnowledgeFile[]
  collections: readonly Pick<Collection, 'id' | 'files' | 'createdAt'>[]
  agents: readonly Pick<
    ListedAgent,
    'agentId' | 'agentType' | 'deployedVersionId' | 'versions' | 'versionCount'
  >[]
  conversations: number
}): readonly FirstStep[] {
  const [agent] = agents
  const [collection] = collections
  const openAgent: LinkProps | undefined = agent && {
    to: '/agents/$agentId',
    params: { agentId: agent.agentId },
  }
  const isInformed = agents.some(mayUseCollection)
  // Not every service says what a collection holds; and who went all the way is not sent back when files leave.
  const isGrouped =
    collections.some(({ files }) => files?.length !== 0) ||
    (collections.length > 0 && isInformed && conversations > 0)
  const isReady = files.some(({ status }) => progressOf(status) === 'ready')
  const isFailed = files.every(({ status }) => progressOf(status) === 'failed')
  return [
    {
      title: 'Upload files',
      done: isReady,
      state:
        !isReady &&
        files.length > 0 &&
        `${countOf(files.length, 'file')} ${isFailed ? 'could not be read' : 'not ready yet'}`,
      verb: 'Upload files',
      link: { to: '/knowledge/files' },
    },
    {
      title: 'Group them in a collection',
      done: isGrouped,
      state: collection !== undefined && !isGrouped && 'No file in it yet',
      verb: collection ? 'Add files' : 'New collection',
      link: collection
        ? { to: '/knowledge/collections/$collectionId', params: { collectionId: collection.id } }
        : { to: '/knowledge/collections' },
    },
    {
      title: 'Create an agent that answers from it',
      done: isInformed,
      state: agent !== undefined && !isInformed && 'No agent uses a collection yet',
      verb: agent ? 'Open agent' : 'New agent',
      link: openAgent ?? { to: '/agents/new', search: { collection: newestReady(collections, files) } },
    },
    {
      title: 'Deploy a version',
      done: agents.some(({ deployedVersionId }) => deployedVersionId !== undefined),
      verb: 'Open agent',
      link: openAgent,
    },
    {
      title: 'Place a call or start a thread',
      done: conversations > 0,
      ...(agent && agents.every(({ agentType }) => agentType === 'TEXT')
        ? { verb: 'New thread', link: { to: '/threads/new' } }
        : { verb: 'Place call', link: agent && { to: '/calls', search: { place: true } } }),
    },
  ]
}

export const NOTHING_DONE = stepsOf({ files: [], collections: [], agents: [], conversations: 0 })

/** The main job as a list. Each step ticks itself; the first open one is the next. */
export function FirstSteps({
  steps,
  isLocal = false,
  onHide,
}: {
  steps: readonly FirstStep[]
  /** The local service is connected, so the sample workspace can be looked at instead. */
  isLocal?: boolean
  onHide?: () => void
}) {
  const next = steps.find(({ done }) => !done)
  const done = steps.filter((step) => step.done).length
  return (
    <Section
      title="First steps"
      hint={`From a document to a call that answers from it: ${done} of ${steps.length} done.`}
      action={
        onHide && (
          <Button variant="link" onClick={onHide}>
            Hide
          </Button>
        )
      }
    >
      <ol className="divide-y divide-line rounded-md border border-line bg-surface-raised">
        {steps.map((step) => {
          const Icon = step.done ? CircleCheck : Circle
          return (
            <li key={step.title} className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
              <Icon
                size={16}
                aria-hidden
                className={`shrink-0 ${step.done ? 'text-good' : 'text-ink-muted'}`}
              />
              <div className="min-w-0 grow basis-48">
                <h3 className={step === next ? 'font-semibold' : step.done ? 'text-ink-muted' : undefined}>
                  {step.title}
                  {step.done && <span className="sr-only">, done</span>}
                </h3>
                {step.state && <p className="text-sm text-ink-muted">{step.state}</p>}
              </div>
              {!step.done && step.link && (
                <Link {...step.link} className={buttonClass(step === next ? 'primary' : 'secondary')}>
                  {step.verb}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
      {isLocal && (
        <p className="text-sm text-ink-muted">
          To look around first, <code>npm run sample</code> starts the console with the workspace of a made-up
          shop.
        </p>
      )}
    </Section>
  )
}
