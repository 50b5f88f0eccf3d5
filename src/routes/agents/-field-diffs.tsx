import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DeclaredVariable } from '../../contract/variable-lint'
import { spokenFields } from '../../contract/version-content'
import { fieldLabel } from '../../contract/version-fields'
import { collectionQueries } from '../../queries/collections'
import { IdText } from '../../ui/id-text'
import { Notice } from '../../ui/notice'
import { countOf } from '../../ui/numbers'
import { TextDiff } from '../../ui/text-diff'
import { type FieldDiff, readDeclaration } from './-compare-versions'

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
        before={String(before ?? '')}
        after={String(after ?? '')}
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

/** Collections by name, each with the way to it if `linked`; by id where its name is not known. */
function Collections({ ids, linked }: { ids: readonly string[]; linked: boolean }) {
  const { data } = useQuery(collectionQueries.list())
  const nameOf = (id: string) => data?.items.find((each) => each.id === id)?.name ?? id
  if (!linked) return ids.map(nameOf).join(', ')
  return (
    <span className="flex flex-wrap gap-x-3">
      {ids.map((collectionId) => (
        <Link
          key={collectionId}
          to="/knowledge/collections/$collectionId"
          params={{ collectionId }}
          title={collectionId}
          className="break-all text-accent underline underline-offset-2"
        >
          {nameOf(collectionId)}
        </Link>
      ))}
    </span>
  )
}

/** A value of a version in words, or as JSON. `absent`: stands for nothing; `ids`: for reading on, so ids can be copied and collections opened. */
export function FieldText({
  path,
  value,
  absent,
  ids = false,
}: {
  path: string
  value: unknown
  absent: string
  ids?: boolean
}) {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return <span className="text-ink-muted">{absent}</span>
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (ids && typeof value === 'string' && /Id$/.test(path))
    return <IdText id={value} name={fieldLabel(path)} />
  if (path === 'knowledgeBaseCollectionIds' && Array.isArray(value))
    return <Collections ids={value.map(String)} linked={ids} />
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ')
  const declared = path.startsWith('prompt.variables.') ? readDeclaration(value) : undefined
  if (declared) {
    const { required, defaultValue } = declared
    return `${required ? 'Required' : 'Optional'}, ${defaultValue === '' ? 'no default' : `default "${defaultValue}"`}`
  }
  return typeof value === 'string' ? value : <code>{JSON.stringify(value)}</code>
}

/** The variables of a version with what is said of each. */
export function VariableList({ variables }: { variables: readonly DeclaredVariable[] }) {
  const named = variables.filter(({ name }) => name.trim() !== '')
  if (named.length === 0) return <span className="text-ink-muted">None</span>
  return (
    <ul>
      {named.map(({ name, required, defaultValue }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name while they are typed, and none holds state
        <li key={index} className="break-words">
          <code>{name.trim()}</code>{' '}
          <span className="text-ink-muted">
            {required && 'required'} {defaultValue && `= ${defaultValue}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Said where a version begins as one whose secrets are missing. What the form does not show goes without them. */
export const ENTER_SECRETS = 'Enter it again or remove it before you save.'

/** Which secrets of a version are not stored in this browser (D446), and what that means here. */
export const SecretsLeftOut = ({ paths = [], children }: { paths?: readonly string[]; children: string }) =>
  paths.length > 0 && (
    <Notice
      tone="warn"
      title="Secret not stored"
      message={`This browser stores no secrets: ${paths.join(', ')} is missing here. ${children}`}
    />
  )
