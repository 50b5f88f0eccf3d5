import { spokenFields } from '../../contract/version-content'
import { fieldLabel } from '../../contract/version-fields'
import { countOf } from '../../ui/numbers'
import { TextDiff } from '../../ui/text-diff'
import { type FieldDiff, withFieldEnds } from './-compare-versions'
import { FieldText } from './-field-text'

/** Longer texts, and those of several lines, are compared by words. */
const LONG = 60

const isLong = (value: unknown) => typeof value === 'string' && (value.length > LONG || value.includes('\n'))
const isTextOrNothing = (value: unknown) => value === undefined || value === null || typeof value === 'string'

/** The fields that differ, each with both sides; the others folded. */
export function FieldDiffs({
  diffs,
  labels,
}: {
  diffs: readonly FieldDiff[]
  labels: readonly [before: string, after: string]
}) {
  const of = (state: FieldDiff['state']) => diffs.filter((each) => each.state === state)
  const [changed, same, untold] = [of('changed'), of('same'), of('untold')]
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p role="status">
        {changed.length === 0
          ? 'No field differs.'
          : `${countOf(changed.length, 'field differs', 'fields differ')}, ${countOf(same.length, 'is', 'are')} the same.`}
      </p>
      {changed.map((diff) => (
        <div key={diff.path} className="flex min-w-0 flex-col gap-1">
          <h3 className="text-sm font-semibold">{fieldLabel(diff.path)}</h3>
          <Difference diff={diff} labels={labels} />
        </div>
      ))}
      <Folded title="Reported by one side only" diffs={untold} />
      <Folded title="Unchanged fields" diffs={same} />
    </div>
  )
}

function Difference({ diff, labels }: { diff: FieldDiff; labels: readonly [before: string, after: string] }) {
  const { path, before, after } = diff
  const byWords = spokenFields.some((each) => each.path === path) || isLong(before) || isLong(after)
  if (byWords && isTextOrNothing(before) && isTextOrNothing(after))
    return (
      <TextDiff
        name={fieldLabel(path)}
        before={withFieldEnds(String(before ?? ''))}
        after={withFieldEnds(String(after ?? ''))}
        beforeLabel={labels[0]}
        afterLabel={labels[1]}
      />
    )
  return (
    <dl className="grid gap-px overflow-hidden rounded-md border border-line bg-line text-sm sm:grid-cols-2">
      {([before, after] as const).map((value, side) => (
        <div key={labels[side] ?? side} className="min-w-0 bg-surface-raised px-2 py-1">
          <dt className="text-ink-muted">{labels[side]}</dt>
          <dd className="break-words whitespace-pre-wrap">
            <FieldText path={path} value={value} absent={value === '' ? '""' : 'Not there'} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Folded({ title, diffs }: { title: string; diffs: readonly FieldDiff[] }) {
  if (diffs.length === 0) return null
  return (
    <details className="min-w-0 text-sm">
      <summary className="min-h-6 text-ink-muted">
        {title} ({diffs.length})
      </summary>
      <dl className="grid gap-x-4 gap-y-1 pt-1 sm:grid-cols-[minmax(8rem,auto)_minmax(0,1fr)]">
        {diffs.map(({ path, before, after }) => (
          <div key={path} className="contents">
            <dt className="break-words text-ink-muted">{fieldLabel(path)}</dt>
            <dd className="max-h-40 min-w-0 overflow-auto break-words whitespace-pre-wrap">
              <FieldText path={path} value={before ?? after} absent="Not there" />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
