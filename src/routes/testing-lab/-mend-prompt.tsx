import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useRef, useState } from 'react'
import { createAgentVersion } from '../../contract/agent-versions'
import { isWire } from '../../contract/reply'
import type { VersionRequest } from '../../contract/requests/agents'
import { at, fieldOf, put } from '../../contract/version-content'
import { agentVersionQueries } from '../../queries/agent-versions'
import type { StoredAgent } from '../../queries/agents'
import { newVersion } from '../../queries/change-version'
import { Button, buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { TextDiff } from '../../ui/text-diff'
import { toast } from '../../ui/toast-store'
import { ErrorNotice } from '../-shared/error-notice'
import { useKept } from '../-shared/kept'
import { late } from '../-shared/late'
import { askAgain, sentWords, useLeaveGuard } from '../-shared/leave-guard'
import { useOffered } from '../-shared/use-offered'
import { versionTitle } from '../-shared/version-name'
import { saidIn, suggestedRules, withRules } from './-mend'
import type { ScenarioResult } from './-run-numbers'

const PromptFaults = late(async () => (await import('../agents/-deploy-dialog')).PromptFaults)

export const Actions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
)

/** The sentences that would mend the prompt, to be changed, with the difference that they make. */
export function Suggestion({
  agent,
  versionId,
  isMeanwhile,
  results,
  typed,
  onType,
  onCreated,
  children,
}: {
  agent: StoredAgent
  /** Whose prompt it would change. */
  versionId: string | undefined
  /** It was made while something was typed for an older one. */
  isMeanwhile: boolean
  results: readonly ScenarioResult[]
  /** `undefined`: nothing was changed. */
  typed: string | undefined
  onType: (text: string | undefined) => void
  onCreated: () => void
  /** `isCreating`: the version with it is on its way. */
  children: (isFirst: boolean, isCreating?: boolean) => ReactNode
}) {
  const id = useId()
  const { data: reported } = useQuery(agentVersionQueries.list(agent.agentId))
  const listed = reported?.items.find((version) => version.id === versionId)
  // One that is not read yet takes the field of the last one from nobody.
  const [last, setLast] = useState(listed)
  if (listed && listed !== last) setLast(listed)
  const tested = listed ?? last
  // `isPending` comes a render later; a second click may come before.
  const sending = useRef<{ readonly from: string; readonly added: string }>(undefined)
  const made = useRef<string>(undefined)
  const field = useRef<HTMLTextAreaElement>(null)
  const [declared, setDeclared] = useState<readonly string[]>([])
  const create = useMutation({
    // The difference was drawn from this, and the number counts from the newest.
    ...newVersion(tested?.id ?? '', tested?.content, reported?.items[0]?.id),
    onSettled: () => {
      sending.current = undefined
    },
    onSuccess: () => {
      made.current = sending.current?.from
      toast({ title: 'Version created', message: 'It is not deployed.' })
      // What was typed since is for the next one.
      onType(typed === sending.current?.added ? undefined : typed)
      onCreated()
    },
  })
  useLeaveGuard(typed !== undefined, { isSent: create.isPending, error: create.error })
  const before = fieldOf(tested?.content, 'prompt.system')
  const rules = suggestedRules(results).join('\n')
  // What the prompt of the version that failed says already did not help.
  const [said, unsaid] = isMeanwhile ? [[], [rules]] : saidIn(before, rules)
  const suggested = unsaid.join('\n')
  const added = typed ?? suggested
  // The letters of a sentence that is not whole yet stand in any prompt.
  const useless =
    typed === undefined || isMeanwhile ? said : saidIn(before, typed)[0].filter((line) => /[.!?]$/.test(line))
  const after = withRules(before, added)
  const isStuck = useless.length > 0 && after === before
  // Without a prompt to add to, what was created would have the one sentence alone.
  const wire = isWire(tested?.content?.prompt) ? tested?.content : undefined
  const isOffered = useKept(useOffered(createAgentVersion) !== false, wire !== undefined)
  if (!tested || !wire || !isOffered) return <Actions>{children(true)}</Actions>
  const variables = at(wire, 'prompt.variables')
  const known = fieldOf(wire, 'prompt.variables').map(({ name }) => name)
  const news = declared.filter((name) => after.includes(name) && !known.includes(name))
  const changed = put(
    put(wire, 'prompt.system', after),
    'prompt.variables',
    news.length > 0
      ? [...(Array.isArray(variables) ? variables : []), ...news.map((name) => ({ name, required: true }))]
      : undefined,
  )
  const title = versionTitle({ versionId: tested.id, number: tested.version })
  const number = tested.version === undefined ? undefined : (reported?.items[0]?.version ?? 0) + 1
  const submit = async () => {
    if (after === before || sending.current) return
    // The list could not be read since, or the last answer was lost: sent again, it makes another one (D962).
    const doubt = made.current === tested.id ? 'The version was created' : sentWords(create.error)
    if (doubt && !(await askAgain(doubt))) return
    sending.current = { from: tested.id, added }
    create.mutate({
      params: { agentId: agent.agentId },
      body: changed as unknown as VersionRequest,
    })
  }
  const edit = (
    <Link
      to="/agents/$agentId"
      params={{ agentId: agent.agentId }}
      search={{ version: tested.id }}
      className={buttonClass(isStuck ? 'primary' : 'secondary')}
    >
      Edit the whole version
    </Link>
  )
  return (
    <>
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="font-semibold">
          Add to the prompt
        </label>
        <textarea
          ref={field}
          id={id}
          className="control"
          rows={Math.min(8, Math.max(2, added.split('\n').length))}
          value={added}
          onChange={({ target }) => onType(target.value === suggested ? undefined : target.value)}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onKeyDown={({ key, ctrlKey, metaKey }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) void submit()
          }}
          aria-describedby={`${id} hint`}
        />
        <p id={`${id} hint`} className="text-sm text-ink-muted">
          {suggested && typed === undefined
            ? 'Suggested by what failed, one sentence a line. Change what you like; nothing is applied by itself.'
            : 'One sentence a line. A new version is made with it; this one stays.'}
        </p>
      </div>
      {isMeanwhile && listed && (
        <Notice
          title={`${title} was made meanwhile`}
          message={after === before ? 'Its prompt already says this.' : 'Your text is added to its prompt.'}
        />
      )}
      {useless.length > 0 && (
        <Notice
          title="The prompt already says this"
          message={`“${useless.join(' ')}” does not help. Write another sentence or edit the version${agent.deployedVersionId === tested.id ? '' : ', or deploy it with a reason on its page'}.`}
        />
      )}
      {after !== before && (
        <TextDiff
          name="Change to the prompt"
          before={before}
          after={after}
          beforeLabel={title}
          afterLabel="With this change"
        />
      )}
      {after !== before && (
        <PromptFaults
          content={changed}
          onDeclare={(names) => {
            setDeclared([...declared, ...names])
            field.current?.focus()
          }}
        />
      )}
      <ErrorNotice error={create.error} />
      <Actions>
        {!isStuck && edit}
        {children(after === before && !isStuck, create.isPending)}
        {after !== before && (
          <Button writes variant="primary" pending={create.isPending} onClick={() => void submit()}>
            {number === undefined ? 'Create version' : `Create version ${number}`}
          </Button>
        )}
        {isStuck && edit}
      </Actions>
    </>
  )
}
