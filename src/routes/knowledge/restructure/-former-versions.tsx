import { Link } from '@tanstack/react-router'
import type { Restructure } from '../../../queries/restructures'
import { Button, buttonClass } from '../../../ui/button'
import { Section } from '../../../ui/page'
import { words } from './-restructure-words'

/** On the way back: the former versions have to serve before the new collection is emptied. */
export function FormerVersions({ job, onDone }: { job: Restructure; onDone: () => void }) {
  const say = words.undeploy
  return (
    <Section title={say.title} hint={say.text}>
      <ul className="flex flex-col gap-1">
        {job.versions.map(({ agentId, agentName, versionId }) => (
          <li key={versionId}>
            <Link
              to="/agents/$agentId"
              params={{ agentId }}
              search={{ deploy: versionId }}
              className={buttonClass('link')}
            >
              {words.versions.deployOf(agentName)}
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex">
        <Button variant="primary" onClick={onDone}>
          {say.done}
        </Button>
      </div>
    </Section>
  )
}
