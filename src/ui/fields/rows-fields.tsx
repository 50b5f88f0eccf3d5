import { type ReactNode, useId, useRef } from 'react'
import {
  type Control,
  type FieldArrayPath,
  type FieldValues,
  type Path,
  useController,
  useFieldArray,
  useFormState,
  useWatch,
} from 'react-hook-form'
import { FieldMessage } from './field-frame'
import { tickOf } from './inputs'
import { RowsFrame } from './rows-frame'

/** One variable of a prompt, as the form holds it. */
export type VariableRow = { name: string; required: boolean; defaultValue: string }

type BoundRows<Values extends FieldValues> = {
  control: Control<Values>
  name: FieldArrayPath<Values>
  label: string
}

/** The rows of a form's array, and the message of the array as a whole. */
function useRows<Row, Values extends FieldValues>({ control, name }: Omit<BoundRows<Values>, 'label'>) {
  const { fields, append, remove, move } = useFieldArray({ control, name })
  const rows: Row[] = useWatch({ control, name: name as Path<Values> }) ?? []
  const { errors } = useFormState({ control, name: name as Path<Values> })
  const add = (row: Row) => append(row as never, { shouldFocus: false })
  return { fields, rows, add, remove, move, message: arrayMessage(errors, name) }
}

/**
 * The variables of a prompt: name, required, default value; added, removed, and put in order by keyboard too.
 * Value: an array of VariableRow at `name`.
 * - `onRenamed(from, to)`: a row that had a name was left with another; false keeps the old name as the one to be renamed
 * - `onRemoved(row, index)`: a row was taken away; `note(row)`: what is to be said about one
 */
export function VariablesField<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  onRenamed,
  onRemoved,
  note,
}: BoundRows<Values> & {
  hint?: string
  onRenamed?: (from: string, to: string) => boolean
  onRemoved?: (row: VariableRow, index: number) => void
  note?: (row: VariableRow) => ReactNode
}) {
  const { fields, rows, add, remove, move, message } = useRows<VariableRow, Values>({ control, name })
  return (
    <RowsFrame
      label={label}
      hint={hint}
      message={message}
      rows={fields}
      rowLabel={(index) => rows[index]?.name || `variable ${index + 1}`}
      addLabel="Add variable"
      onAdd={() => add({ name: '', required: false, defaultValue: '' })}
      onRemove={(index) => {
        const row = rows[index]
        remove(index)
        if (row) onRemoved?.(row, index)
      }}
      onMove={move}
    >
      {(index) => (
        <>
          <RowInput
            control={control}
            path={`${name}.${index}.name`}
            label="Variable name"
            mono
            onRenamed={onRenamed}
          />
          <RowInput control={control} path={`${name}.${index}.defaultValue`} label="Default value" />
          <RowCheckbox control={control} path={`${name}.${index}.required`} label="Required" />
          {/* Below its row, behind the buttons. */}
          <div className="order-last -mt-1 basis-full text-sm text-ink-muted empty:hidden">
            {rows[index] && note?.(rows[index])}
          </div>
        </>
      )}
    </RowsFrame>
  )
}

/** One input of a row: `path` within the row, and its name. */
export interface Cell {
  readonly path: string
  readonly label: string
  readonly mono?: boolean
  readonly tick?: boolean
}

/** Rows of labelled inputs. Value: an array of objects at `name`. `empty`: an added row; a row is called after its first input. */
export function CellsField<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  cells,
  empty,
  addLabel,
}: BoundRows<Values> & {
  hint?: ReactNode
  cells: readonly Cell[]
  empty: Readonly<Record<string, unknown>>
  addLabel: string
}) {
  const { fields, rows, add, remove, message } = useRows<Record<string, unknown>, Values>({ control, name })
  const [first] = cells
  return (
    <RowsFrame
      label={label}
      hint={hint}
      message={message}
      rows={fields}
      rowLabel={(index) => String(rows[index]?.[first?.path ?? ''] || `row ${index + 1}`)}
      addLabel={addLabel}
      onAdd={() => add({ ...empty })}
      onRemove={remove}
    >
      {(index) =>
        cells.map(({ path, tick, ...cell }) => {
          const bound = { control, path: `${name}.${index}.${path}`, ...cell }
          return tick ? <RowCheckbox key={path} {...bound} /> : <RowInput key={path} {...bound} />
        })
      }
    </RowsFrame>
  )
}

const PAIR: readonly Cell[] = [
  { path: 'name', label: 'Variable name', mono: true },
  { path: 'value', label: 'Value' },
]

/** Names with values (the variables of one call). Value: an array of `{ name, value }` at `name`. */
export const PairsField = <Values extends FieldValues>(bound: BoundRows<Values>) => (
  <CellsField {...bound} cells={PAIR} empty={{ name: '', value: '' }} addLabel="Add variable" />
)

/** The message of an array as a whole, which a resolver puts at its root or at the array itself. */
export function arrayMessage(errors: unknown, name: string): string | undefined {
  let here: unknown = errors
  for (const key of name.split('.')) here = (here as Record<string, unknown> | undefined)?.[key]
  const error = here as { message?: unknown; root?: { message?: unknown } } | undefined
  const message = error?.root?.message ?? error?.message
  return typeof message === 'string' ? message : undefined
}

type BoundCell<Values extends FieldValues> = { control: Control<Values>; path: string; label: string }

/** One labelled input of a row; its message stands right below it. */
function RowInput<Values extends FieldValues>({
  control,
  path,
  label,
  mono,
  onRenamed,
}: BoundCell<Values> & { mono?: boolean; onRenamed?: (from: string, to: string) => boolean }) {
  const id = useId()
  const { field, fieldState } = useController({ control, name: path as Path<Values> })
  const before = useRef('')
  const refused = useRef<string>(undefined)
  const message = fieldState.error?.message
  return (
    <div className="min-w-0 grow basis-36">
      <input
        {...field}
        id={id}
        value={field.value ?? ''}
        onFocus={() => {
          // The name to be renamed is still the one before, where it was emptied or is no name now.
          const now = field.value?.trim()
          if (now && now !== refused.current) before.current = now
        }}
        onBlur={() => {
          field.onBlur()
          const now = field.value?.trim() ?? ''
          if (before.current === '' || now === '' || now === before.current) return
          if (onRenamed?.(before.current, now) === false) refused.current = now
          else before.current = now
        }}
        aria-label={label}
        placeholder={label}
        aria-invalid={message ? true : undefined}
        aria-describedby={message ? `${id}m` : undefined}
        autoComplete="off"
        spellCheck={!mono}
        className={mono ? 'control font-mono' : 'control'}
      />
      <FieldMessage id={`${id}m`} message={message} />
    </div>
  )
}

function RowCheckbox<Values extends FieldValues>({ control, path, label }: BoundCell<Values>) {
  const { field } = useController({ control, name: path as Path<Values> })
  return (
    <label className="flex h-8 items-center gap-2">
      <input {...tickOf(field)} className="size-4 accent-accent" />
      {label}
    </label>
  )
}
