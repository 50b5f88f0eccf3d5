import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useMemo } from 'react'
import type { ResolverResult } from 'react-hook-form'
import { deployVersion } from '../../contract/agents'
import { isWhole } from '../../contract/reply'
import { fieldOf } from '../../contract/version-content'
import { agentVersionQueries } from '../../queries/agent-versions'
import { deployShown } from '../../queries/change-version'
import { collectionQueries } from '../../queries/collections'
import type { Lack } from '../../queries/deployments'
import { describeError } from '../../queries/describe-error'
import { evidenceOfVersion, evidenceQueries, notRun } from '../../queries/evidence'
import { fileQueries } from '../../queries/files'
import { reportedEvidence } from '../../queries/reported-evidence'
import { Button } from '../../ui/button'
import { TextareaField } from '../../ui/fields/inputs'
import { IdText } from '../../ui/id-text'
import { Notice } from '../../ui/notice'
import { countOf } from '../../ui/numbers'
import { Facts, Section } from '../../ui/page'
import { here } from '../../ui/role'
import { FormDialog } from '../-shared/form-dialog'
import { useKept } from '../-shared/kept'
import { lacksText } from '../-shared/lacks-text'
import { useHasWaited } from '../-shared/use-has-waited'
import { inSentence, nameOf } from '../-shared/version-name'
import { useScenariosOf } from './-agent-badges'
import type { AgentKnowledge } from './-agent-knowledge'
import { WhatChanges } from './-compare'
import { contentOf } from './-compare-versions'
import { checksOf, type Stock, testLacks } from './-deploy-checks'
import { DeployEvidence, FindOut, GoesLive } from './-deploy-parts'
import { lintVersion } from './-lint-version'
import { nameOfTool, useTools } from './-use-tools'

const REASON_MAX = 2_000

/** Read again whatever is known, because what stands there at this moment decides. */
const ANEW = { staleTime: 0, refetchOnMount: 'always' } as const

/**
 * Asks before a version goes live: what changes, what people will hear, and what speaks for it. What is missing or bad wants a reason.
 * `back`: the way back to the version that was deployed before; the reason is then filled in.
 */
export function DeployDialog({
  knowledge,
  versionId,
  back,
  unsaved,
  onChoose,
  onTry,
  above,
  onClose,
}: {
  knowledge: AgentKnowledge
  versionId: string
  back: boolean
  /** How many changes in the form behind are not saved. */
  unsaved: number
  onChoose: (versionId: string) => void
  /** Opens the conversation with the version above this dialog. */
  onTry: () => void
  /** Stands above this dialog, and comes after it. */
  above?: ReactNode
  onClose: () => void
}) {
  const { agent, belief, reported, versionOf } = knowledge
  const id = useId()
  const deployed = versionOf(belief.versionId)
  const chosen = versionOf(versionId)
  const version = chosen ?? { versionId }
  const content = useMemo(() => contentOf(knowledge, versionId), [knowledge, versionId])
  const wire = content?.wire
  const tools = useTools(fieldOf(wire, 'prompt.tools').length > 0)
  // Notes are no reason to hold a version back.
  const findings = useMemo(
    () => lintVersion(wire, tools.tools ?? []).filter(({ severity }) => severity !== 'note'),
    [wire, tools.tools],
  )
  const stock = useStock(fieldOf(wire, 'knowledgeBaseCollectionIds').length > 0)
  const known = evidenceOfVersion(knowledge.evidence, versionId)
  const scenarios = useScenariosOf()(agent.testingLabId)
  const evidence = known && { ...known, untested: notRun(known, scenarios) }
  const checks = checksOf(wire, findings, tools, stock, evidence?.latest)
  const lacks = new Set<Lack>(testLacks(evidence))
  for (const { lack } of checks) if (lack) lacks.add(lack)

  // A colleague may have changed one since the page was read, or deployed another.
  const versions = useQuery({ ...agentVersionQueries.list(agent.agentId), ...ANEW })
  // It opens with what it shows, unless that takes long: what comes one after the other would move the button.
  const runs = useQuery(reportedEvidence())
  const results = useQuery(evidenceQueries.list(agent.agentId))
  const isReading =
    [runs, results].some(({ isLoading }) => isLoading) ||
    [stock, tools].some(({ reading }) => reading) ||
    versions.isFetching ||
    scenarios === undefined
  const hasWaited = useHasWaited()
  const isShown = useKept(hasWaited || !isReading)
  if (!isShown) return null

  const replacedVersionId = belief.versionId === versionId ? undefined : belief.versionId
  const replaces = belief.none
    ? 'No version is deployed.'
    : belief.versionId === versionId
      ? 'This version is deployed already.'
      : belief.versionId
        ? `It replaces ${inSentence(nameOf(deployed ?? { versionId: belief.versionId }))}.`
        : 'If another version is deployed, it is replaced. Which one is unknown here.'
  return (
    <>
      <FormDialog
        title={`Deploy ${inSentence(nameOf(version))} of ${agent.name}?`}
        label="Deploy version"
        text={replaces}
        size="lg"
        submit="Deploy version"
        values={{
          reason:
            back && belief.versionId
              ? `Back from ${inSentence(nameOf(deployed ?? { versionId: belief.versionId }))}.`
              : '',
        }}
        resolver={({ reason }): ResolverResult<{ reason: string }> => {
          const message =
            lacks.size > 0 && reason.trim() === ''
              ? 'Give a reason. A few words are enough.'
              : reason.trim().length > REASON_MAX && 'A reason can have at most 2,000 characters.'
          return message
            ? { values: {}, errors: { reason: { type: 'reason', message } } }
            : { values: { reason }, errors: {} }
        }}
        mutation={deployShown(versions.data)}
        operation={deployVersion}
        toInput={({ reason }) => ({
          params: { agentId: agent.agentId, versionId },
          note: {
            reason: reason.trim() || undefined,
            replacedVersionId,
            verdict: evidence?.verdict,
            lacking: [...lacks],
          },
        })}
        done={() => ({
          title: `${nameOf(version)} of ${agent.name} is deployed`,
          message: deployed && replacedVersionId ? `It replaced ${inSentence(nameOf(deployed))}.` : undefined,
        })}
        onClose={onClose}
      >
        {({ control, formState, setValue }, deploy) => (
          <>
            <div className="flex flex-col gap-1">
              <label htmlFor={id} className="font-semibold">
                Version
              </label>
              <div className="flex gap-2">
                <select
                  id={id}
                  className="control min-w-0 flex-1"
                  value={versionId}
                  disabled={deploy.isPending}
                  onChange={(event) => {
                    // What was refused was about the other version.
                    deploy.reset()
                    // So was the reason that nobody typed.
                    if (!formState.dirtyFields.reason) setValue('reason', '')
                    onChoose(event.target.value)
                  }}
                >
                  {agent.versions.map((version) => (
                    <option key={version.versionId} value={version.versionId}>
                      {nameOf(version)}
                    </option>
                  ))}
                </select>
                <Button onClick={onTry}>Try version</Button>
              </div>
            </div>
            {unsaved > 0 && (
              <Notice
                tone="warn"
                title={`${countOf(unsaved, 'change')} in the form ${unsaved === 1 ? 'is' : 'are'} not saved, and not deployed.`}
              />
            )}
            <Section title="Evidence">
              <DeployEvidence
                agentId={agent.agentId}
                versionId={versionId}
                evidence={evidence}
                checks={checks}
              />
            </Section>
            <Section title="What changes">
              <WhatChanges reported={reported} from={deployed} to={chosen} />
            </Section>
            <Section title="What goes live">
              <GoesLive
                content={wire}
                masked={content?.masked}
                agentType={agent.agentType}
                numbers={knowledge.numbers}
                collections={stock.collections}
                toolName={(slug) => nameOfTool(slug, tools.tools)}
              />
              <Facts facts={{ 'Version id': <IdText id={versionId} name="version id" /> }} />
            </Section>
            {(lacks.size > 0 || back || formState.isDirty) && (
              <TextareaField
                control={control}
                name="reason"
                label="Reason"
                hint={
                  <>
                    {lacks.size > 0 && <p>Say why it goes live although {lacksText([...lacks])}.</p>}
                    <p>{`Stored in ${here()} with the deployment; never sent.`}</p>
                  </>
                }
                rows={2}
                required={lacks.size > 0}
              />
            )}
            {deploy.error && describeError(deploy.error).outcome === 'unknown' && (
              <FindOut agent={agent} versionId={versionId} />
            )}
          </>
        )}
      </FormDialog>
      {above}
    </>
  )
}

/** What does not fit of the variables in the prompt of what is about to become a version. */
export function PromptFaults({
  content,
  onDeclare,
}: {
  content: unknown
  onDeclare: (names: readonly string[]) => void
}) {
  const faults = lintVersion(content, []).filter(({ place }) => place === 'prompt.system')
  const message = faults.map((each) => each.message).join('\n')
  const undeclared = [...new Set(faults.flatMap(({ kind, name }) => (kind === 'undeclared' ? [name] : [])))]
  const action = undeclared.length > 0 && (
    <Button size="sm" onClick={() => onDeclare(undeclared)}>
      Declare {undeclared.length > 1 ? `all ${undeclared.length}` : undeclared[0]}
    </Button>
  )
  return (
    message !== '' && (
      <Notice tone="warn" title="Variables that do not fit" message={message} action={action} />
    )
  )
}

/** The lists of collections and files as they are now. */
function useStock(enabled: boolean): Stock {
  const lists = useQuery({ ...collectionQueries.list(), ...ANEW, enabled })
  const files = useQuery({ ...fileQueries.list(), ...ANEW, enabled })
  const isRead = lists.isFetchedAfterMount && files.isFetchedAfterMount && !(lists.error ?? files.error)
  return {
    collections: isRead ? lists.data?.items : undefined,
    isCut: lists.data && !isWhole(lists.data),
    files: isRead ? files.data?.items : undefined,
    reading: lists.isFetching || files.isFetching,
  }
}
