import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { type ResolverResult, useForm, useWatch } from 'react-hook-form'
import { fieldOf } from '../../contract/version-content'
import { agentMutations } from '../../queries/agent-changes'
import { collectionQueries } from '../../queries/collections'
import { describeError } from '../../queries/describe-error'
import { latestEvidence } from '../../queries/evidence'
import { fileQueries } from '../../queries/files'
import { Dialog } from '../../ui/dialog'
import { FormShell } from '../../ui/fields/form'
import { TextareaField } from '../../ui/fields/inputs'
import { IdText } from '../../ui/id-text'
import { Section } from '../../ui/page'
import { shortenId } from '../../ui/short-id'
import { toast } from '../../ui/toast-store'
import { useFormError } from '../-shared/failure'
import type { AgentKnowledge } from './-agent-knowledge'
import { WhatChanges } from './-compare'
import { nameOf, reportedContent, sentContent } from './-compare-versions'
import { attachedCollections, lacksOf, lacksText, unreadTools } from './-deploy-checks'
import { DeployEvidence } from './-deploy-evidence'
import { FindOut, GoesLive } from './-deploy-parts'
import { lintVersion } from './-findings'
import { useTools } from './-use-tools'

const REASON_MAX = 2_000

interface Reason {
  reason: string
}

/**
 * Asks before a version goes live: what changes, what people will hear, and what speaks for it. What is missing or bad wants a reason.
 * `back`: the way back to the version that was deployed before; the reason is then filled in.
 */
export function DeployDialog({
  knowledge,
  versionId,
  back,
  onChoose,
  onClose,
}: {
  knowledge: AgentKnowledge
  versionId: string
  back: boolean
  onChoose: (versionId: string) => void
  onClose: () => void
}) {
  const { agent, belief, reported } = knowledge
  const id = useId()
  const versionOf = (wanted: string | undefined) => agent.versions.find((each) => each.versionId === wanted)
  const deployed = versionOf(belief.versionId)
  const chosen = versionOf(versionId)
  const content = useMemo(
    () => reportedContent(reported(versionId)) ?? sentContent(chosen),
    [chosen, reported, versionId],
  )
  const called = fieldOf(content?.wire, 'prompt.tools')
  const tools = useTools(called.length > 0)
  const unread = unreadTools(called, tools)
  // Notes are no reason to hold a version back.
  const findings = useMemo(
    () => lintVersion(content?.wire, tools.tools ?? []).filter(({ severity }) => severity !== 'note'),
    [content, tools.tools],
  )
  const { collections, reading } = useAttachedCollections(
    fieldOf(content?.wire, 'knowledgeBaseCollectionIds'),
  )
  const evidence = latestEvidence(knowledge.evidence, versionId)
  const lacks = lacksOf({ evidence, findings, tools: unread, collections })

  const form = useForm<Reason, unknown, Reason>({
    mode: 'onSubmit',
    defaultValues: {
      reason: back && belief.versionId ? `Back from version ${shortenId(belief.versionId)}.` : '',
    },
    resolver: ({ reason }): ResolverResult<Reason> => {
      const message =
        lacks.length > 0 && reason.trim() === ''
          ? 'Say why you deploy it anyway. A few words are enough.'
          : reason.trim().length > REASON_MAX && 'A reason can have at most 2,000 characters.'
      return message
        ? { values: {}, errors: { reason: { type: 'reason', message } } }
        : { values: { reason }, errors: {} }
    },
  })
  const hasReason = useWatch({ control: form.control, name: 'reason' }) !== ''
  const replacedVersionId = belief.versionId === versionId ? undefined : belief.versionId
  const deploy = useMutation({
    ...agentMutations.deploy(),
    onSuccess: () => {
      toast({
        title: `A version of ${agent.name} is deployed`,
        message: deployed && replacedVersionId ? `It replaced version ${nameOf(deployed)}.` : undefined,
      })
      onClose()
    },
  })
  const replaces = belief.none
    ? 'No version is deployed.'
    : belief.versionId === versionId
      ? 'As far as is known, this version is deployed already.'
      : belief.versionId
        ? `It replaces version ${nameOf(deployed ?? { versionId: belief.versionId })}, which is deployed as far as is known.`
        : 'Whether another version is deployed is not known here. If one is, it is replaced.'
  return (
    <Dialog
      onClose={() => !deploy.isPending && onClose()}
      title={`Deploy a version of ${agent.name}?`}
      description={replaces}
      size="lg"
    >
      <FormShell
        form={form}
        label="Deploy version"
        submitLabel="Deploy version"
        onSubmit={({ reason }) =>
          deploy
            .mutateAsync({
              params: { agentId: agent.agentId, versionId },
              note: {
                reason: reason.trim() || undefined,
                replacedVersionId,
                verdict: evidence?.verdict,
                lacking: lacks,
              },
            })
            // It is shown as the error of the form; until then a second click sends nothing.
            .catch(() => undefined)
        }
        pending={deploy.isPending}
        error={useFormError(deploy.error)}
        onCancel={() => !deploy.isPending && onClose()}
      >
        <div className="flex flex-col gap-1">
          {agent.versions.length > 1 ? (
            <>
              <label htmlFor={id} className="font-semibold">
                Version
              </label>
              <select
                id={id}
                className="control"
                value={versionId}
                disabled={deploy.isPending}
                onChange={(event) => {
                  // What was refused was about the other version.
                  deploy.reset()
                  onChoose(event.target.value)
                }}
              >
                {agent.versions.map((version) => (
                  <option key={version.versionId} value={version.versionId}>
                    {nameOf(version)}
                  </option>
                ))}
              </select>
            </>
          ) : (
            <p className="font-semibold">Version</p>
          )}
          <IdText id={versionId} name="version id" whole />
        </div>
        <Section title="What changes">
          <WhatChanges reported={reported} from={deployed} to={chosen} />
        </Section>
        <Section title="What goes live">
          <GoesLive
            content={content?.wire}
            masked={content?.masked}
            agentType={agent.agentType}
            numbers={knowledge.numbers}
          />
        </Section>
        <Section title="Evidence">
          <DeployEvidence
            agentId={agent.agentId}
            versionId={versionId}
            evidence={evidence}
            findings={findings}
            called={called.length}
            tools={unread}
            collections={collections}
            reading={reading}
            checked={content !== undefined}
          />
        </Section>
        {(lacks.length > 0 || hasReason) && (
          <TextareaField
            control={form.control}
            name="reason"
            label="Reason"
            hint={
              <>
                {lacks.length > 0 && <p>Say why it goes live although {lacksText(lacks)}.</p>}
                <p>Stored in this browser with the deployment; never sent.</p>
              </>
            }
            rows={2}
            required={lacks.length > 0}
          />
        )}
        {deploy.error && describeError(deploy.error).outcome === 'unknown' && (
          <FindOut agent={agent} versionId={versionId} />
        )}
      </FormShell>
    </Dialog>
  )
}

/** The collections of a version, read again because what they hold at this moment decides; `undefined`: not read, yet or at all. */
function useAttachedCollections(attached: readonly string[]) {
  const anew = { staleTime: 0, refetchOnMount: 'always', enabled: attached.length > 0 } as const
  const lists = useQuery({ ...collectionQueries.list(), ...anew })
  const files = useQuery({ ...fileQueries.list(), ...anew })
  const isRead = lists.isFetchedAfterMount && files.isFetchedAfterMount && !(lists.error ?? files.error)
  const collections =
    attached.length === 0
      ? []
      : isRead && lists.data && files.data
        ? attachedCollections(attached, lists.data.items, files.data.items)
        : undefined
  return { collections, reading: attached.length > 0 && (lists.isFetching || files.isFetching) }
}
