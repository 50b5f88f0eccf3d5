import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { PhoneIncoming } from 'lucide-react'
import { simulateInboundCall } from '../../contract/inbound-calls'
import { sending } from '../../queries/write'
import { Button } from '../../ui/button'
import { Section } from '../../ui/page'
import { ErrorNotice } from '../-shared/error-notice'
import { useLeft } from '../-shared/leave-guard'
import { useOffered } from '../-shared/use-offered'
import { tellElsewhere } from '../-shared/waiting'

/** Lets a simulated customer call the agent, and opens the call. Only where the service has a simulated line. */
export function SimulateInbound({ agentId }: { agentId: string }) {
  const navigate = useNavigate()
  const left = useLeft()
  const call = useMutation({
    ...sending(simulateInboundCall),
    onMutate: left.sending,
    onSettled: (reply, error) => {
      if (left.isLeft()) tellElsewhere(error, simulateInboundCall)
      else if (reply) void navigate({ to: '/calls', search: { call: reply.record?.id } })
    },
  })
  const isOffered = useOffered(simulateInboundCall)
  if (!isOffered || agentId.trim() === '') return null
  return (
    <Section
      title="Inbound call"
      hint="A simulated customer calls the agent's number. Nobody's telephone rings."
    >
      <div className="flex flex-col items-start gap-2">
        <Button
          writes
          icon={PhoneIncoming}
          pending={call.isPending}
          pendingLabel="Calling"
          // Leaving a field may show its message, and move this button away from under the pointer.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => call.mutate({ body: { agentId: agentId.trim() } })}
        >
          Simulate inbound call
        </Button>
        <ErrorNotice error={call.error} />
      </div>
    </Section>
  )
}
