import { type ReactNode, useId, useRef, useState } from 'react'
import {
  type Control,
  type FieldArrayPath,
  type FieldValues,
  get,
  type Path,
  useController,
  useFieldArray,
  useFormState,
  useWatch,
} from 'react-hook-form'
import { classNames } from '../class-names'
import { FieldMessage } from './field-frame'
import { tickOf } from './inputs'
import { HEADED, RowsFrame } from './rows-frame'

/** One variable of a prompt, as the form holds it. */
export type VariableRow = { name: string; required: boolean; defaultValue: string }

type BoundRows<Values extends FieldValues> = {
  control: Control<Values>
  name: FieldArrayPath<Values>
  label: string
}

/** One input of a row: `path` within the row, and its name. `tick`: a box; `onRenamed`: as of `VariablesField`. */
export interface Cell {
  readonly path: string
  readonly label: string
  readonly mono?: boolean
  readonly tick?: boolean
  readonly onRenamed?: (from: string, to: string) => boolean
}

/**
 * Rows of labelled inputs; with several in a row the first row shows their names, as the head of a table. Value: an array of objects at `name`. `empty`: an added row; a row is called after its first input, else by its number.
 * `ordered`: rows can be moved; `onRemoved(row, index)`: one was taken away; `note(row)`: what is to be said about one
 */
export function CellsField<Row extends object, Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  cells,
  empty,
  noun = 'row',
  addLabel,
  ordered,
  onRemoved,
  note,
}: BoundRows<Values> & {
  hint?: ReactNode
  cells: readonly Cell[]
  empty: Row
  noun?: string
  addLabel: string
  ordered?: boolean
  onRemoved?: (row: Row, index: number) => void
  note?: (row: Row) => ReactNode
}) {
  const { fields, append, remove, move } = useFieldArray({ control, name })
  const rows: Row[] = useWatch({ control, name: name as Path<Values> }) ?? []
  const { errors } = useFormState({ control, name: name as Path<Values> })
  const titleOf = (index: number) => get(rows[index], cells[0]?.path)
  return (
    <RowsFrame
      label={label}
      hint={hint}
      message={arrayMessage(errors, name)}
      rows={fields}
      headed={cells.length > 1}
      rowLabel={(index) => String(titleOf(index) || `${noun} ${index + 1}`)}
      addLabel={addLabel}
      onAdd={() => append({ ...empty } as never, { shouldFocus: false })}
      onRemove={(index) => {
        const row = rows[index]
        remove(index)
        if (row) onRemoved?.(row, index)
      }}
      onMove={ordered ? move : undefined}
    >
      {(index) => (
        <>
          {cells.map(({ path, tick, ...cell }) => {
            const head = cells.length > 1 ? (index === 0 ? 'shown' : 'narrow') : undefined
            const bound = { control, path: `${name}.${index}.${path}`, head, ...cell } as const
            return tick ? <RowCheckbox key={path} {...bound} /> : <RowInput key={path} {...bound} />
          })}
          {/* Below its row, behind the buttons. */}
          <div className="order-last -mt-1 basis-full text-sm text-ink-muted empty:hidden">
            {rows[index] && note?.(rows[index])}
          </div>
        </>
      )}
    </RowsFrame>
  )
}

/**
 * The variables of a prompt. Value: an array of VariableRow at `name`.
 * - `onRenamed(from, to)`: a row that had a name was left with another; false keeps the old name as the one to be renamed
 */
export const VariablesField = <Values extends FieldValues>({
  onRenamed,
  ...bound
}: BoundRows<Values> &
  Pick<Cell, 'onRenamed'> &
  Pick<Parameters<typeof CellsField<VariableRow, Values>>[0], 'hint' | 'onRemoved' | 'note'>) => (
  <CellsField
    {...bound}
    cells={[
      { path: 'name', label: 'Variable name', mono: true, onRenamed },
      { path: 'defaultValue', label: 'Default value' },
      { path: 'required', label: 'Required', tick: true },
    ]}
    empty={{ name: '', required: false, defaultValue: '' }}
    noun="variable"
    addLabel="Add variable"
    ordered
  />
)

const PAIR: readonly Cell[] = [
  { path: 'name', label: 'Variable name', mono: true },
  { path: 'value', label: 'Value' },
]

/** Names with values (the variables of one call). Value: an array of `{ name, value }` at `name`. */
export const PairsField = <Values extends FieldValues>(bound: BoundRows<Values>) => (
  <CellsField {...bound} cells={PAIR} empty={{ name: '', value: '' }} addLabel="Add variable" />
)

/** The message of an array as a whole, which a resolver puts at its root or at the array itself. */
export function arrayMessage(errors: FieldValues, name: string): string | undefined {
  const error: { message?: unknown; root?: { message?: unknown } } | undefined = get(errors, name)
  const message = error?.root?.message ?? error?.message
  return typeof message === 'string' ? message : undefined
}

type BoundCell<Values extends FieldValues> = {
  control: Control<Values>
  path: string
  label: string
  /** Where its name stands above it; `narrow`: only on a phone, where the inputs of a row stand one below the other. */
  head: 'shown' | 'narrow' | undefined
}

/** One labelled input of a row; its message stands right below it. */
function RowInput<Values extends FieldValues>({
  control,
  path,
  label,
  head,
  mono,
  onRenamed,
}: BoundCell<Values> & { mono?: boolean; onRenamed?: (from: string, to: string) => boolean }) {
  const id = useId()
  const { field, fieldState, formState } = useController({ control, name: path as Path<Values> })
  // The form judges the whole list when a row is added: that one is wrong only once it was left, or sent.
  const [sentBefore] = useState(formState.submitCount)
  const isJudged = fieldState.isTouched || formState.submitCount > sentBefore
  const before = useRef('')
  const refused = useRef<string>(undefined)
  const { error } = fieldState
  const message = isJudged || error?.type === 'service' ? error?.message : undefined
  return (
    <div className="min-w-0 grow basis-36">
      {head && (
        <label
          htmlFor={id}
          className={classNames('block text-sm text-ink-muted', head === 'narrow' && 'sm:hidden')}
        >
          {label}
        </label>
      )}
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
        placeholder={head ? undefined : label}
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

function RowCheckbox<Values extends FieldValues>({ control, path, label, head }: BoundCell<Values>) {
  const { field } = useController({ control, name: path as Path<Values> })
  return (
    <label className={classNames('flex h-8 items-center gap-2', head === 'shown' && HEADED)}>
      <input {...tickOf(field)} className="size-4 accent-accent" />
      {label}
    </label>
  )
}
