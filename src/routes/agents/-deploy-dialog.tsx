import { useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
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
import { attachedCollections, lacksOf, lintContent, unreadTools } from './-deploy-checks'
import { DeployEvidence } from './-deploy-evidence'
import { DeployOutcome } from './-deploy-outcome'
import { words } from './-deploy-words'
import { GoesLive } from './-goes-live'
import { useTools } from './-use-tools'
import { contentOf, nameOf } from './-version-content'
import { readContent } from './-version-fields'
import { WhatChanges } from './-what-changes'

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
  const { agent, belief, told } = knowledge
  const id = useId()
  const sending = useRef(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const known = (wanted: string | undefined) => agent.versions.find((each) => each.versionId === wanted)
  const deployed = known(belief.versionId)
  const [reason, setReason] = useState(() =>
    back && belief.versionId ? words.reason.back(shortenId(belief.versionId)) : '',
  )
  const [message, setMessage] = useState('')

  const chosen = known(versionId)
  const content = useMemo(() => contentOf(chosen, told(versionId)), [chosen, told, versionId])
  const read = useMemo(() => readContent(content?.wire), [content])
  const called = read?.tools ?? []
  const tools = useTools(called.length > 0)
  const unread = unreadTools(called, tools)
  const findings = useMemo(() => (read ? lintContent(read, tools.tools ?? []) : []), [read, tools.tools])
  const attached = read?.collectionIds ?? []
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
        title: words.done(agent.name),
        message: deployed && deployed.versionId !== versionId ? words.replaced(nameOf(deployed)) : undefined,
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
        ? words.reason.missing
        : said.length > REASON_MAX
          ? words.reason.max
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
    ? words.replacesNone
    : belief.versionId === versionId
      ? words.again
      : belief.versionId
        ? words.replaces(nameOf(deployed ?? { versionId: belief.versionId }))
        : words.replacesUnknown
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !deploy.isPending && onClose()}
      title={words.title(agent.name)}
      description={replaces}
      size="lg"
      footer={
        <>
          <Button
            onClick={() => !deploy.isPending && onClose()}
            aria-disabled={deploy.isPending || undefined}
          >
            {words.cancel}
          </Button>
          <Button variant="primary" pending={deploy.isPending} onClick={send}>
            {words.submit}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-1">
        {agent.versions.length > 1 ? (
          <>
            <label htmlFor={id} className="font-semibold">
              {words.version}
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
          <p className="font-semibold">{words.version}</p>
        )}
        <IdText id={versionId} name="version id" whole />
      </div>
      <Section title={words.changes.title}>
        <WhatChanges knowledge={knowledge} from={deployed} to={chosen} />
      </Section>
      <Section title={words.live.title}>
        <GoesLive
          content={read}
          masked={content?.masked}
          agentType={agent.agentType}
          numbers={knowledge.numbers}
        />
      </Section>
      <Section title={words.evidence.title}>
        <DeployEvidence
          agentId={agent.agentId}
          versionId={versionId}
          evidence={evidence}
          findings={findings}
          called={called.length}
          tools={unread}
          collections={collections}
          reading={reading}
          checked={read !== undefined}
        />
      </Section>
      {(lacks.length > 0 || reason !== '') && (
        <div className="flex flex-col gap-1">
          <label htmlFor={`${id}r`} className="font-semibold">
            {words.reason.label}
          </label>
          {lacks.length > 0 && <p id={`${id}w`}>{words.reason.wanted(lacks)}</p>}
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
            {words.reason.hint}
          </p>
        </div>
      )}
      <DeployOutcome error={deploy.error} knowledge={knowledge} versionId={versionId} />
    </Dialog>
  )
}
