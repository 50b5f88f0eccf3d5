import type { FileRead, Proposal, Target } from '../../../queries/batch-rows'
import { Button } from '../../../ui/button'

interface Choice {
  readonly file: FileRead
  readonly proposals: readonly Proposal[]
  readonly targets: readonly Target[]
  /** Names that the version declares; `undefined` where its content is not there. */
  readonly variables: readonly string[] | undefined
  readonly onChange: (targets: readonly Target[]) => void
}

const FIELDS = {
  skip: 'Not sent',
  toPhoneNumber: 'To phone number',
  leadId: 'Lead id',
  firstName: 'First name',
}

export function labelOf(target: Target): string {
  const [kind, ...rest] = target.split(':')
  const name = rest.join(':')
  if (kind === 'variable') return `Variable ${name}`
  if (kind === 'metadata') return `Metadata ${name}`
  return FIELDS[target as keyof typeof FIELDS]
}

/** What each column stands for, with its first values. */
export function ColumnChoice({ file, proposals, targets, variables, onChange }: Choice) {
  const nameOf = (column: number) => file.header[column] || `Column ${column + 1}`
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
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
            <li key={column} className="grid items-start gap-x-4 gap-y-1 p-2 sm:grid-cols-[1fr_18rem_1fr]">
              <label htmlFor={id} className="font-mono wrap-anywhere">
                {name}
                <span className="sr-only"> stands for</span>
              </label>
              <select
                id={id}
                className="control"
                value={target}
                aria-label={`${name} stands for`}
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
              )
            }
          >
            Put all columns that are not sent into metadata
          </Button>
        </div>
      )}
    </>
  )
}
