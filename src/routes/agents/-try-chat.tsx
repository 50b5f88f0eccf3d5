import { useMutation } from '@tanstack/react-query'
import { listChatMessages, listMessages, sendMessage } from '../../contract/messages'
import type { StoredAgent } from '../../queries/agents'
import { startingChat } from '../../queries/threads'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { ErrorNotice } from '../-shared/error-notice'
import { useOffered } from '../-shared/use-offered'
import { Conversation } from '../threads/-conversation'

/**
 * Where the service tries no versions: a real web chat with the one that is deployed, or a line that says that there is nothing.
 * `typed`: what was about to be said.
 */
export function TryByChat({
  agent,
  isDeployed,
  typed,
  threadId,
  onThread,
}: {
  agent: StoredAgent
  isDeployed: boolean
  typed: string
  threadId: string | undefined
  onThread: (threadId: string) => void
}) {
  const canSend = useOffered(sendMessage) !== false
  const [general, own] = [useOffered(listMessages), useOffered(listChatMessages)]
  const canRead = general !== false || own !== false
  const start = useMutation({
    ...startingChat(),
    onSuccess: ({ record }) => record?.threadId && onThread(record.threadId),
  })
  const nothing = (
    <>
      <p>This service cannot try versions, and offers no web chat for it.</p>
      {typed !== '' && (
        <Notice title="Your message is kept here." message={<q className="wrap-anywhere">{typed}</q>} />
      )}
    </>
  )
  if (agent.agentType !== 'TEXT' || !isDeployed || !canRead) return nothing
  // What is written to a chat that is open stays, also where the service does not take it.
  if (threadId !== undefined)
    return (
      <>
        <p className="text-sm text-ink-muted">
          A real web chat with the deployed version. It is listed in Threads.
        </p>
        <Conversation
          threadId={threadId}
          agentId={agent.agentId}
          channel="chat"
          isActive
          notOffered={nothing}
          draft={typed}
        />
      </>
    )
  if (!canSend) return nothing
  return (
    <>
      <p>This service cannot try versions. A web chat with the deployed version can stand in.</p>
      <ErrorNotice error={start.error} />
      {start.data && (
        <Notice tone="warn" title="The web chat was created, but the service did not name its thread." />
      )}
      <div>
        <Button
          writes
          variant="primary"
          pending={start.isPending}
          onClick={() => start.mutate({ body: { agentId: agent.agentId } })}
        >
          Start web chat
        </Button>
      </div>
    </>
  )
}
