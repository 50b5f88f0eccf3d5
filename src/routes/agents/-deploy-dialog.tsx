import { useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { fieldOf } from '../../contract/version-content'
import { agentMutations } from '../../queries/agents'
import { collectionQueries } from '../../queries/collections'
import { latestEvidence } from '../../queries/evidence'
import { fileQueries } from '../../queries/files'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { FieldMessage } from '../../ui/fields/field-frame'
import { IdText } from '../../ui/id-text'
import { Section } from '../../ui/page'
import { shortenId } from '../../ui/short-id'
import { toast } from '../../ui/toast-store'
import type { AgentKnowledge } from './-agent-knowledge'
import { WhatChanges } from './-compare'
import { nameOf, reportedContent, sentContent } from './-compare-versions'
import { attachedCollections, lacksOf, lacksText, unreadTools } from './-deploy-checks'
import { DeployEvidence } from './-deploy-evidence'
import { DeployOutcome, GoesLive } from './-deploy-parts'
import { lintVersion } from './-findings'
import { useTools } from './-use-tools'

const REASON_MAX = 2_000

/** What the collections hold at this moment decides, so they are read again when the dialog opens. */
const anew = { staleTime: 0, refetchOnMount: 'always' } as const

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
  const sending = useRef(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const known = (wanted: string | undefined) => agent.versions.find((each) => each.versionId === wanted)
  const deployed = known(belief.versionId)
  const [reason, setReason] = useState(() =>
    back && belief.versionId ? `Back from version ${shortenId(belief.versionId)}.` : '',
  )
  const [message, setMessage] = useState('')

  const chosen = known(versionId)
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
  const attached = fieldOf(content?.wire, 'knowledgeBaseCollectionIds')
  const collectionList = useQuery({ ...collectionQueries.list(), ...anew, enabled: attached.length > 0 })
  const fileList = useQuery({ ...fileQueries.list(), ...anew, enabled: attached.length > 0 })
  const reading = attached.length > 0 && (collectionList.isFetching || fileList.isFetching)
  const isRead = collectionList.isFetchedAfterMount && fileList.isFetchedAfterMount
  const failed = collectionList.error ?? fileList.error
  const collections =
    attached.length === 0
      ? []
      : isRead && !failed && collectionList.data && fileList.data
        ? attachedCollections(attached, collectionList.data.items, fileList.data.items)
        : undefined
  const evidence = latestEvidence(knowledge.evidence, versionId)
  const lacks = lacksOf({ evidence, findings, tools: unread, collections })

  const deploy = useMutation({
    ...agentMutations.deploy(),
    onSuccess: () => {
      toast({
        title: `A version of ${agent.name} is deployed`,
        message:
          deployed && deployed.versionId !== versionId
            ? `It replaced version ${nameOf(deployed)}.`
            : undefined,
      })
      onClose()
    },
    onSettled: () => {
      sending.current = false
    },
  })
  const send = () => {
    // `isPending` comes a render later; a second click may come before.
    if (sending.current || deploy.isPending) return
    const said = reason.trim()
    const complaint =
      lacks.length > 0 && said === ''
        ? 'Say why you deploy it anyway. A few words are enough.'
        : said.length > REASON_MAX
          ? 'A reason can have at most 2,000 characters.'
          : ''
    setMessage(complaint)
    if (complaint) return field.current?.focus()
    sending.current = true
    const replacedVersionId = belief.versionId === versionId ? undefined : belief.versionId
    const note = {
      reason: said || undefined,
      replacedVersionId,
      verdict: evidence?.verdict,
      lacking: lacks,
    }
    deploy.mutate({ params: { agentId: agent.agentId, versionId }, note })
  }
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  const replaces = belief.none
    ? 'No version is deployed.'
    : belief.versionId === versionId
      ? 'As far as is known, this version is deployed already.'
      : belief.versionId
        ? `It replaces version ${nameOf(deployed ?? { versionId: belief.versionId })}, which is deployed as far as is known.`
        : 'Whether another version is deployed is not known here. If one is, it is replaced.'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !deploy.isPending && onClose()}
      title={`Deploy a version of ${agent.name}?`}
      description={replaces}
      size="lg"
      footer={
        <>
          <Button
            onClick={() => !deploy.isPending && onClose()}
            aria-disabled={deploy.isPending || undefined}
          >
            Cancel
          </Button>
          <Button variant="primary" pending={deploy.isPending} onClick={send}>
            Deploy version
          </Button>
        </>
      }
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
      {(lacks.length > 0 || reason !== '') && (
        <div className="flex flex-col gap-1">
          <label htmlFor={`${id}r`} className="font-semibold">
            Reason
          </label>
          {lacks.length > 0 && <p id={`${id}w`}>Say why it goes live although {lacksText(lacks)}.</p>}
          <textarea
            ref={field}
            id={`${id}r`}
            className="control"
            rows={2}
            value={reason}
            disabled={deploy.isPending}
            aria-required={lacks.length > 0}
            aria-invalid={message ? true : undefined}
            aria-describedby={`${id}m ${id}w ${id}h`}
            onChange={(event) => {
              setReason(event.target.value)
              setMessage('')
            }}
            onKeyDown={sendByKey}
          />
          <FieldMessage id={`${id}m`} message={message || undefined} />
          <p id={`${id}h`} className="text-sm text-ink-muted">
            Kept in this browser with the deployment; never sent.
          </p>
        </div>
      )}
      <DeployOutcome error={deploy.error} knowledge={knowledge} versionId={versionId} />
    </Dialog>
  )
}
