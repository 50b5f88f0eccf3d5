import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass } from '../../ui/button'

/** What a person says about a procedure. Shown at once; it counts when it is kept. */
export function Tick({
  label,
  value,
  locked,
  onChange,
}: {
  label: string
  value: boolean
  locked?: boolean
  onChange: (value: boolean) => Promise<void>
}) {
  const [ticked, setTicked] = useState<boolean>()
  return (
    <label className="flex min-h-6 items-start gap-2 self-start font-semibold">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={ticked ?? value}
        disabled={locked}
        onChange={({ target }) => {
          setTicked(target.checked)
          void onChange(target.checked).finally(() => setTicked(undefined))
        }}
      />
      {label}
    </label>
  )
}

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
        aria-label={`Test run with ${agentName}`}
        className={buttonClass('secondary', 'sm')}
      >
        Test run
      </Link>
      <Link
        to="/calls"
        search={{ place: true, agent: agentId, version: versionId }}
        aria-label={`Place call with ${agentName}`}
        className={buttonClass('secondary', 'sm')}
      >
        Place call
      </Link>
    </>
  )
}
