import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button'
import { words } from './-procedure-words'

const say = words.tryVersion

/** The ways to try a version of an agent: in the testing lab, and by a call. */
export function TryVersion({
  agentId,
  agentName,
  versionId,
}: {
  agentId: string
  agentName: string
  versionId: string
}) {
  return (
    <>
      <Link
        to="/testing-lab/run"
        search={{ agent: agentId, version: versionId }}
        aria-label={say.testWith(agentName)}
        className={buttonClass('secondary', 'sm')}
      >
        {say.test}
      </Link>
      <Link
        to="/calls"
        search={{ place: true, agent: agentId, version: versionId }}
        aria-label={say.callWith(agentName)}
        className={buttonClass('secondary', 'sm')}
      >
        {say.call}
      </Link>
    </>
  )
}
