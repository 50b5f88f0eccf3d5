import { useMutation } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { agentMutations, type KnownAgent } from '../../queries/agents'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { IdText } from '../../ui/id-text'
import { shortenId } from '../../ui/short-id'
import { toast } from '../../ui/toast-store'
import { ErrorNotice } from '../-error-notice'
import { words } from './-agent-page-words'
import type { KnownVersion } from './-versions'

/** "1f0c…9a2b, spring campaign". */
const nameOf = ({ versionId, label }: KnownVersion) =>
  [shortenId(versionId), label].filter(Boolean).join(', ')

/** Asks before a version goes live, and says what it replaces as far as known. */
export function DeployDialog({
  agent,
  versionId,
  onChoose,
  onClose,
}: {
  agent: KnownAgent
  versionId: string
  onChoose: (versionId: string) => void
  onClose: () => void
}) {
  const id = useId()
  const sending = useRef(false)
  const deploy = useMutation({
    ...agentMutations.deploy(),
    onSuccess: () => {
      toast({ title: words.deploy.done(agent.name) })
      onClose()
    },
    onSettled: () => {
      sending.current = false
    },
  })
  const send = () => {
    // `isPending` comes a render later; a second click may come before.
    if (sending.current) return
    sending.current = true
    deploy.mutate({ agentId: agent.agentId, versionId })
  }
  const replaced = agent.versions.find((version) => version.versionId === agent.deployedVersionId)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !deploy.isPending && onClose()}
      title={words.deploy.title(agent.name)}
      description={words.deploy.effect}
      footer={
        <>
          <Button onClick={onClose} aria-disabled={deploy.isPending || undefined}>
            {words.cancel}
          </Button>
          <Button variant="primary" pending={deploy.isPending} onClick={send}>
            {words.deploy.submit}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-1">
        {agent.versions.length > 1 ? (
          <>
            <label htmlFor={id} className="font-semibold">
              {words.deploy.version}
            </label>
            <select
              id={id}
              className="control"
              value={versionId}
              disabled={deploy.isPending}
              onChange={(event) => onChoose(event.target.value)}
            >
              {agent.versions.map((version) => (
                <option key={version.versionId} value={version.versionId}>
                  {nameOf(version)}
                </option>
              ))}
            </select>
          </>
        ) : (
          <p className="font-semibold">{words.deploy.version}</p>
        )}
        <IdText id={versionId} name="version id" whole />
      </div>
      <p>
        {replaced?.versionId === versionId
          ? words.deploy.again
          : replaced
            ? words.deploy.replaces(nameOf(replaced))
            : words.deploy.replacesUnknown}
      </p>
      <ErrorNotice error={deploy.error} />
    </Dialog>
  )
}
