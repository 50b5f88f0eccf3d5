import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { DeclaredVariable } from '../../../contract/variable-lint'
import { type FileRead, labelOf, type Proposal, type Target } from '../../../queries/batch-rows'
import { Button } from '../../../ui/button'

interface Choice {
  readonly file: FileRead
  readonly proposals: readonly Proposal[]
  readonly targets: readonly Target[]
  /** What columns stand for besides, by their place. */
  readonly also: ReadonlyMap<number, Target>
  /** Names that the version declares; `undefined` where its content is not there. */
  readonly variables: readonly string[] | undefined
  readonly onChange: (targets: readonly Target[], also: ReadonlyMap<number, Target>) => void
}

/** What each column stands for, with its first values. */
export function ColumnChoice({ file, proposals, targets, also, variables, onChange }: Choice) {
  const nameOf = (column: number) => file.header[column] || `Column ${column + 1}`
  // Two columns of one name are told apart.
  const titleOf = (column: number) =>
    file.header.filter((name) => name === file.header[column]).length > 1 && file.header[column]
      ? `${nameOf(column)} (column ${column + 1})`
      : nameOf(column)
  const without = (column: number) => new Map([...also].filter(([each]) => each !== column))
  const setAlso = (column: number, target: Target) =>
    onChange(targets, target === 'skip' ? without(column) : new Map(also).set(column, target))
  const unsent = file.header.filter((name, column) => name && targets[column] === 'skip')
  return (
    <>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface-raised">
        {file.header.map((_, column) => {
          const name = nameOf(column)
          const title = titleOf(column)
          const target = targets[column] ?? 'skip'
          const proposal = proposals[column]
          const options = new Set<Target>([
            'skip',
            'toPhoneNumber',
            'leadId',
            'firstName',
            ...(variables ?? [name]).map((each): Target => `variable:${each}`),
            `metadata:${name}`,
            target,
          ])
          const second = also.get(column)
          const id = `column-${column}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
            <li key={column} className="grid items-start gap-x-4 gap-y-1 p-2 sm:grid-cols-[1fr_18rem_1fr]">
              <label htmlFor={id} className="font-mono wrap-anywhere">
                {title}
                <span className="sr-only"> stands for</span>
              </label>
              <div className="flex flex-col items-start gap-1">
                <TargetSelect
                  id={id}
                  label={`${title} stands for`}
                  options={options}
                  value={target}
                  onChange={(next) =>
                    onChange(targets.with(column, next), next === 'skip' ? without(column) : also)
                  }
                />
                {second !== undefined ? (
                  <TargetSelect
                    id={`${id}-also`}
                    label={`${title} also stands for`}
                    options={new Set([...options, second])}
                    value={second}
                    none={second === 'skip' ? 'Choose' : undefined}
                    onChange={(next) => setAlso(column, next)}
                  />
                ) : (
                  target !== 'skip' && (
                    <Button
                      size="sm"
                      variant="quiet"
                      icon={Plus}
                      aria-label={`Use twice: ${name}`}
                      onClick={() => onChange(targets, new Map(also).set(column, 'skip'))}
                    >
                      Use twice
                    </Button>
                  )
                )}
              </div>
              <div id={`${id}-said`} className="min-w-0 text-sm">
                <p className="truncate text-ink-muted">
                  <span className="sr-only">First values: </span>
                  {file.sample
                    .map((cells) => cells[column] ?? '')
                    .filter(Boolean)
                    .join(' · ')}
                </p>
                {proposal?.message && target === proposal.target && (
                  <p className="text-busy">{proposal.message}</p>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {unsent.length > 0 && (
        <div>
          <Button
            size="sm"
            onClick={() =>
              onChange(
                targets.map((target, column) =>
                  target === 'skip' && file.header[column]
                    ? (`metadata:${file.header[column]}` as const)
                    : target,
                ),
                also,
              )
            }
          >
            Send the unused as metadata
          </Button>
        </div>
      )}
    </>
  )
}

function TargetSelect({
  id,
  label,
  options,
  value,
  none,
  onChange,
}: {
  id: string
  label: string
  options: ReadonlySet<Target>
  value: Target
  /** Stands for "Not sent". */
  none?: string
  onChange: (target: Target) => void
}) {
  return (
    <select
      id={id}
      className="control"
      value={value}
      aria-label={label}
      aria-describedby={`${id.replace('-also', '')}-said`}
      onChange={(event) => onChange(event.target.value as Target)}
    >
      {[...options].map((each) => (
        <option key={each} value={each}>
          {(each === 'skip' && none) || labelOf(each)}
        </option>
      ))}
    </select>
  )
}

/** Values for every row, for the variables of the version that no column holds. */
export function FixedValues({
  declared,
  held,
  fixed,
  onChange,
}: {
  declared: readonly DeclaredVariable[]
  held: readonly Target[]
  fixed: ReadonlyMap<Target, string>
  onChange: (fixed: ReadonlyMap<Target, string>) => void
}) {
  const free = declared.filter(({ name }) => !held.includes(`variable:${name}`))
  if (free.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 font-semibold">The same value for every row</legend>
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {free.map(({ name, required, defaultValue }) => (
          <FixedValue
            key={name}
            name={name}
            more={defaultValue ? ` (default: ${defaultValue})` : required ? ' (required)' : ''}
            value={fixed.get(`variable:${name}`) ?? ''}
            onChange={(value) => onChange(new Map(fixed).set(`variable:${name}`, value))}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** How long a value rests before it counts, in ms: every row is looked at again for it, which is too much for every letter. */
const REST_MS = 300

/** A value for every row. It counts once typing rests, and not only when the field is left: what moves then would take the click from a button. */
function FixedValue({
  name,
  more,
  value,
  onChange,
}: {
  name: string
  more: string
  value: string
  onChange: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // A mapping that is taken over, or an Undo.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  const take = useEffectEvent(() => onChange(typed))
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(take, REST_MS)
    return () => clearTimeout(timer)
  }, [typed, value])
  return (
    <label className="flex min-w-0 flex-col gap-1">
      <span className="wrap-anywhere">
        Variable {name}
        <span className="text-ink-muted">{more}</span>
      </span>
      <input
        className="control"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => typed !== value && onChange(typed)}
        onKeyDown={(event) => {
          // Ctrl+Enter sends the form, but not with rows that were judged without this value.
          if (event.key !== 'Enter' || (typed === value && (event.ctrlKey || event.metaKey))) return
          event.preventDefault()
          event.stopPropagation()
          event.currentTarget.blur()
        }}
      />
    </label>
  )
}
