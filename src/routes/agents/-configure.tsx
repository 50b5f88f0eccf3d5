import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import type { Control, UseFormReturn } from 'react-hook-form'
import { createAgentVersion, updateAgentVersion } from '../../contract/agent-versions'
import { redact } from '../../contract/redact'
import { isMakeable } from '../../contract/version-content'
import { AGENT_TYPES, agentLabels, fieldLabel } from '../../contract/version-fields'
import { changeVersion, newVersion } from '../../queries/change-version'
import { ChangedMeanwhile } from '../../queries/changed-meanwhile'
import { recoverDelay } from '../../queries/polling'
import type { NumberedVersion } from '../../queries/service-versions'
import { buttonClass } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { Notice } from '../../ui/notice'
import type { TextHandle } from '../../ui/prompt-editor/text-handle'
import { mayWrite } from '../../ui/role'
import { toast } from '../../ui/toast-store'
import { hasChanges } from '../-shared/changed-fields'
import { type Draft, fitDraft, readDraft } from '../-shared/draft'
import { FailedState } from '../-shared/failure'
import { useKept } from '../-shared/kept'
import { late } from '../-shared/late'
import { useOffered } from '../-shared/use-offered'
import { nameOf } from '../-shared/version-name'
import { VersionFields } from './-agent-fields'
import { type AgentFormValues, asStored, asTyped, toVersionChanges, toVersionRequest } from './-agent-form'
import type { AgentKnowledge } from './-agent-knowledge'
import { compareFields } from './-compare-versions'
import { Changes, WhatChanged } from './-form-changes'
import { KeepsTyping, type KeepTyping } from './-keep-typing'
import { ENTER_SECRETS, SecretsLeftOut } from './-secrets-left-out'
import { Contents } from './-version-contents'
import { VersionForm } from './-version-form'
import { useVersionSource, type VersionSource } from './-version-source'

const FormTrial = late(async () => (await import('./-form-trial')).FormTrial)

interface Shown {
  readonly knowledge: AgentKnowledge
  readonly version: NumberedVersion
  /** The version in the form is tried, with what is typed. */
  readonly tried: boolean
  /** The conversation with a stored version, where none with the form can be. */
  readonly panel: ReactNode
  readonly onCloseTrial: () => void
  readonly onSaved: (versionId: string) => void
  /** Told how many changes are not saved. */
  readonly onChanges: (count: number) => void
}

/**
 * The configuration of a version, in a form that changes it where it is not deployed and makes a further one of it where it is (D293, D365). Where
 * the service does neither, what the version holds.
 */
export function Configure(shown: Shown) {
  const { knowledge, version, panel } = shown
  const { versionId } = version
  const { agentId } = knowledge.agent
  const { service, source, isPending } = useVersionSource(agentId, versionId)
  const { data: reported, error } = service
  const isOffered = useOffered(createAgentVersion)
  // Who lists versions is taken to create and to change them, until it says otherwise (D131).
  const canCreate = reported ? isOffered !== false : reported === null && isOffered === true
  const isChangeable = useOffered(updateAgentVersion) !== false && knowledge.belief.versionId !== versionId
  const canEdit = isChangeable && isMakeable(knowledge.reported(versionId)?.content)
  // Saved, it would lose what the form cannot hold (D1071). The agent's own fields are not sent.
  const unfit = source?.unfit.filter((path) => !Object.hasOwn(agentLabels, path)) ?? []
  const isOpen = useKept(source !== undefined && unfit.length === 0 && (canCreate || canEdit))
  if (isOpen && source && mayWrite())
    return <Form {...shown} source={source} canEdit={canEdit} canCreate={canCreate || !canEdit} />
  // That the service was not reached is no answer to whether it makes versions.
  if (!mayWrite() && source)
    return (
      <div className="flex flex-col gap-6">
        <Contents knowledge={knowledge} version={version} />
        {panel}
      </div>
    )
  const isUnread = reported === undefined && recoverDelay(error, 1) !== false
  if (isPending || (isUnread && !error)) return <Waiting />
  const reason =
    unfit.length > 0
      ? `Saving would lose what cannot be read: ${unfit.join(', ')}.`
      : canCreate && 'The service does not report its prompt.'
  // A copy would lack what cannot be read here.
  const ways = mayWrite() && (
    <p className="flex flex-wrap gap-2 pt-2">
      <Link
        to="/agents/$agentId"
        params={{ agentId }}
        search={{ tab: 'versions', add: 'version' }}
        className={buttonClass('secondary')}
      >
        Add version by id
      </Link>
      {!reason && (
        <Link
          to="/agents/new"
          search={{ from: agentId, version: versionId }}
          className={buttonClass('secondary')}
        >
          Duplicate as new agent
        </Link>
      )}
    </p>
  )
  return (
    <>
      {isUnread ? (
        <div>
          <FailedState query={service} />
          {ways}
        </div>
      ) : reason && !knowledge.isUnknown ? (
        <Notice title="This version cannot be edited here">
          {reason} Change it in the service itself.
          {ways}
        </Notice>
      ) : (
        !knowledge.isUnknown && (
          <Notice title="This service cannot create versions from here">
            <ul className="list-disc pl-5">
              <li>Create the version in the service itself, and add its id on the page of the agent.</li>
              <li>Or create a new agent that begins as a duplicate of this one.</li>
            </ul>
            {ways}
          </Notice>
        )
      )}
      <Contents knowledge={knowledge} version={version} />
      {panel}
    </>
  )
}

/** Room for the form while the version is on its way. */
function Waiting() {
  return (
    <div role="status" className="flex max-w-[44rem] flex-col gap-4">
      <span className="sr-only">Loading</span>
      <div aria-hidden className="h-20 animate-wait rounded-md bg-line" />
      <div aria-hidden className="h-88 animate-wait rounded-md bg-line" />
    </div>
  )
}

function Form({
  knowledge,
  version,
  source,
  canEdit,
  canCreate,
  tried,
  panel,
  onCloseTrial,
  onSaved,
  onChanges,
}: Shown & { source: VersionSource; canEdit: boolean; canCreate: boolean }) {
  const { agent, belief } = knowledge
  const { agentId, name } = agent
  const agentType = AGENT_TYPES.find((each) => each === agent.agentType)
  const { versionId } = version
  // What the form began with, although the source may be read again. Name and type belong to the agent; here they only stand in the summary.
  const draftOf = (id: string) => `version.${agentId}.${id}`
  const draft = draftOf(versionId)
  const [{ start, stored, further, base, plain }] = useState(() => {
    const stored = { ...source.values, name, agentType: agentType ?? source.values.agentType }
    const start = asTyped(stored)
    const plain = redact(start) as AgentFormValues
    return {
      ...source,
      start,
      stored: toVersionRequest(stored),
      plain,
      base: fitDraft(plain, readDraft(draft)?.$base),
    }
  })
  // Also what was changed elsewhere since a draft was made: it is named above the fields and stands beside them (D810).
  const [seen, setSeen] = useState(() => knowledge.reported(versionId)?.content)
  const onError = (error: Error) => error instanceof ChangedMeanwhile && setSeen(error.now)
  const [elsewhere] = useState(() =>
    compareFields(toVersionRequest(base), toVersionRequest(plain), true)
      .filter(({ state }) => state === 'changed')
      .map(({ path }) => fieldLabel(path)),
  )
  const keep = useRef<KeepTyping>(null)
  const [wantsNew, setWantsNew] = useState(false)
  const asNew = !canEdit || wantsNew
  const shared = {
    start,
    draft,
    restored:
      elsewhere.length > 0
        ? `Restored what you typed here before. Since then this version was changed elsewhere: ${elsewhere.join(', ')}.`
        : true,
    label: `Configuration of ${nameOf(version)}`,
    valuesOf: agentId,
    check: (values: AgentFormValues) =>
      hasChanges(toVersionChanges(start, values)) ? null : 'Change something to save it',
    aside: (control: Control<AgentFormValues>) => <WhatChanged control={control} before={start} />,
    bar: (form: UseFormReturn<AgentFormValues>, discard: Draft['startOver']) => (
      <Changes control={form.control} before={start} onCount={onChanges} onDiscard={discard}>
        {canEdit && canCreate && (
          <Checkbox label="As a new version" checked={wantsNew} onChange={setWantsNew} />
        )}
      </Changes>
    ),
    children: () => (
      <>
        <SecretsLeftOut paths={source.secrets}>{ENTER_SECRETS}</SecretsLeftOut>
        {belief.versionId === versionId && (
          <p className="text-sm text-ink-muted">This version is deployed: changes become a new version.</p>
        )}
      </>
    ),
    beside: (form: UseFormReturn<AgentFormValues>, prompt: () => TextHandle | null) => (
      <>
        <KeepsTyping form={form} prompt={prompt} draft={draft} keep={keep} />
        {tried ? (
          <FormTrial
            form={form}
            knowledge={knowledge}
            versionId={versionId}
            start={start}
            prompt={prompt}
            onClose={onCloseTrial}
          />
        ) : (
          panel
        )}
      </>
    ),
  }
  if (asNew)
    return (
      <VersionForm
        fields={VersionFields}
        {...shared}
        submit="Save as new version"
        mutation={{ ...newVersion(versionId, seen), onError }}
        operation={createAgentVersion}
        toRequest={(values, more) => ({
          params: { agentId },
          body: asStored(stored, toVersionRequest(values, more)),
        })}
        further={further}
        inDoubt={{
          title: 'The version may have been created',
          text: "Your input stays. Check the agent's versions before you send it again, or you may get two.",
        }}
        wayOn={
          <Link
            to="/agents/$agentId"
            params={{ agentId }}
            search={{ tab: 'versions' }}
            className={buttonClass()}
          >
            Show versions
          </Link>
        }
        onDone={({ id }, _values, sent) => {
          keep.current?.(draftOf(id), sent)
          toast({ title: 'The version was created', message: 'Not live until you deploy it.' })
          onSaved(id)
        }}
      />
    )
  return (
    <VersionForm
      fields={VersionFields}
      {...shared}
      submit="Save version"
      mutation={{ ...changeVersion(seen), onError }}
      operation={updateAgentVersion}
      toRequest={(values) => ({
        params: { agentId, versionId },
        body: asStored(stored, toVersionChanges(start, values, further)),
      })}
      inDoubt={{
        title: 'The version may have been changed',
        text: 'Your input stays. Check the version before you save again.',
      }}
      onDone={(_reply, _values, sent) => {
        keep.current?.(draft, sent)
        toast({ title: 'The version was saved' })
        onSaved(versionId)
      }}
    />
  )
}
