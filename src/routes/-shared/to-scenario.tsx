import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { createScenario } from '../../contract/testing-lab'
import { labQueries } from '../../queries/testing-lab'
import { buttonClass } from '../../ui/button'
import { useOffered } from './use-offered'

/** Whether the service takes scenarios that are written by hand. */
export function useTakesScenarios(): boolean {
  const { data: isListed } = useQuery(labQueries.offered())
  return useOffered(createScenario) !== false && Boolean(isListed)
}

/** From a conversation to a scenario: opens the form of a new one, filled from it. Only where the service takes scenarios. */
export function ToScenario({
  agentId,
  ...conversation
}: {
  agentId: string | undefined
  thread?: string
  call?: string
}) {
  if (!useTakesScenarios()) return null
  return (
    <Link
      to="/testing-lab"
      search={{ agent: agentId, add: 'write', ...conversation }}
      className={buttonClass('secondary', 'sm')}
    >
      New scenario
    </Link>
  )
}
