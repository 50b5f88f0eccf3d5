import type { FileRead, Proposal, Target } from '../../../queries/batch-rows'
import { Button } from '../../../ui/button'
import { words } from './-batch-words'

interface Choice {
  readonly file: FileRead
  readonly proposals: readonly Proposal[]
  readonly targets: readonly Target[]
  /** The names that the version declares, or `undefined` where they are not known. */
  readonly variables: readonly string[] | undefined
  readonly onChange: (targets: readonly Target[]) => void
}

export function labelOf(target: Target): string {
  const [kind, ...rest] = target.split(':')
  const name = rest.join(':')
  if (kind === 'variable') return words.targets.variable(name)
  if (kind === 'metadata') return words.targets.metadata(name)
  return words.targets[target as 'skip']
}

/** What each column stands for, with its first values. */
export function ColumnChoice({ file, proposals, targets, variables, onChange }: Choice) {
  const nameOf = (column: number) => file.header[column] || words.unnamed(column)
  const set = (column: number, target: Target) =>
    onChange(targets.map((each, index) => (index === column ? target : each)))
  const unsent = file.header.filter((name, column) => name && targets[column] === 'skip')
  return (
    <>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface-raised">
        {file.header.map((_, column) => {
          const name = nameOf(column)
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
          const id = `column-${column}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place, and two may have one name
            <li key={column} className="grid items-start gap-x-4 gap-y-1 p-2 sm:grid-cols-[1fr_14rem_1fr]">
              <label htmlFor={id} className="font-mono wrap-anywhere">
                {name}
                <span className="sr-only"> {words.standsFor('')}</span>
              </label>
              <select
                id={id}
                className="control"
                value={target}
                aria-label={words.standsFor(name)}
                aria-describedby={`${id}-said`}
                onChange={(event) => set(column, event.target.value as Target)}
              >
                {[...options].map((each) => (
                  <option key={each} value={each}>
                    {labelOf(each)}
                  </option>
                ))}
              </select>
              <div id={`${id}-said`} className="min-w-0 text-sm">
                <p className="truncate text-ink-muted">
                  <span className="sr-only">{words.first}: </span>
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
              )
            }
          >
            {words.toMetadata}
          </Button>
        </div>
      )}
    </>
  )
}
