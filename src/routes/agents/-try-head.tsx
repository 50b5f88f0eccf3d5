import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { NumberedVersion } from '../../queries/service-versions'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { countOf } from '../../ui/numbers'
import { nameOf } from '../-shared/version-name'
import { ValueFields } from './-try-values'
import type { TrialView, Tried } from './-use-trial'

/** Above the conversation: which versions answer, with which values, and what can be done with all of it. `actions`: stand beside Restart. */
export function TryHead({
  view,
  tried: { knowledge, versionId, edits, onVersion },
  onRestart,
  actions,
}: {
  view: TrialView
  tried: Tried
  onRestart: () => void
  actions: ReactNode
}) {
  const { state, isHeld, versions, others, other, variables, values, setValues } = view
  const lacking = [...variables].filter(([name, defaultValue]) => defaultValue === '' && !values[name])
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-2">
        {onVersion ? (
          <VersionSelect label="Version" versions={versions} value={versionId} onChange={onVersion} />
        ) : (
          <p className="flex min-w-0 flex-col gap-1 text-sm">
            <span className="text-ink-muted">Version</span>
            <span className="py-1.5">
              {`${nameOf(knowledge.versionOf(versionId) ?? { versionId })}, ${edits ? 'with unsaved changes' : 'as in the form'}`}
            </span>
          </p>
        )}
        {others.length > 0 && (
          <VersionSelect
            label="Compare with"
            none="No other version"
            versions={others}
            value={other?.versionId ?? ''}
            onChange={(id) => view.compare(id || undefined)}
          />
        )}
      </div>
      {variables.size > 0 && (
        <details className="rounded-md border border-line px-2 py-1">
          <summary className="py-0.75 text-sm">
            Values for {countOf(variables.size, 'variable')}
            {lacking.length > 0 && <span className="text-busy">, {lacking.length} without a value</span>}
          </summary>
          <div className="flex flex-col gap-2 pt-1 pb-1">
            <p className="text-sm text-ink-muted">Empty = the version's default.</p>
            <ValueFields variables={variables} values={values} onChange={setValues} />
          </div>
        </details>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={RotateCcw}
          aria-disabled={isHeld || state.rounds.length === 0}
          // While nothing is asked, nothing begins in the place of what it clears.
          onClick={() => isHeld || onRestart()}
        >
          Restart
        </Button>
        {actions}
      </div>
    </div>
  )
}

/** Under the conversation, where it is read: what was taken away, what holds it up, and which answers are not of what is tried now. */
export function TryNotices({
  view,
  wrong,
  onCorrect,
}: {
  view: TrialView
  wrong: Tried['wrong']
  onCorrect: () => void
}) {
  const { trial, busy, isHeld, stale } = view
  const { removed } = view.state
  return (
    <>
      {removed && (
        <Notice
          title={
            removed.isCleared
              ? 'The conversation was cleared.'
              : removed.turns > 0
                ? `The message was changed, and ${countOf(removed.turns, 'later turn')} removed.`
                : 'The message was changed.'
          }
          action={
            <Button size="sm" onClick={() => trial.undo()}>
              Undo
            </Button>
          }
        />
      )}
      {!!wrong && (
        <Notice
          tone="warn"
          title={`${countOf(wrong, 'field')} to correct`}
          action={
            <Button size="sm" onClick={onCorrect}>
              Go to {wrong > 1 ? 'the first' : 'it'}
            </Button>
          }
        />
      )}
      {(stale.changed || stale.missing) && !busy && !isHeld && (
        <Notice
          title={
            stale.changed
              ? 'Some answers are from another version, or from before your last change.'
              : 'Some messages have no answer yet.'
          }
          action={
            <Button size="sm" onClick={view.replay}>
              Ask all again
            </Button>
          }
        />
      )}
    </>
  )
}

function VersionSelect({
  label,
  none,
  versions,
  value,
  onChange,
}: {
  label: string
  /** A choice for none of them. */
  none?: string
  versions: readonly NumberedVersion[]
  value: string
  onChange: (versionId: string) => void
}) {
  return (
    <label className="flex min-w-0 flex-col gap-1 text-sm">
      <span className="text-ink-muted">{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)} className="control">
        {none && <option value="">{none}</option>}
        {versions.map((version) => (
          <option key={version.versionId} value={version.versionId}>
            {nameOf(version)}
          </option>
        ))}
      </select>
    </label>
  )
}
