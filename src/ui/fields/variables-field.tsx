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
import { RowsFrame } from './rows-frame'

/** One variable of a prompt, as the form holds it. */
export type VariableRow = { name: string; required: boolean; defaultValue: string }

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
}: {
  control: Control<Values>
  name: FieldArrayPath<Values>
  label: string
  hint?: string
  onRenamed?: (from: string, to: string) => boolean
  onRemoved?: (row: VariableRow, index: number) => void
  note?: (row: VariableRow) => ReactNode
}) {
  const { fields, append, remove, move } = useFieldArray({ control, name })
  const rows: VariableRow[] = useWatch({ control, name: name as Path<Values> }) ?? []
  const { errors } = useFormState({ control, name: name as Path<Values> })
  return (
    <RowsFrame
      label={label}
      hint={hint}
      message={arrayMessage(errors, name)}
      rows={fields}
      rowLabel={(index) => rows[index]?.name || `variable ${index + 1}`}
      addLabel="Add variable"
      onAdd={() => append({ name: '', required: false, defaultValue: '' } as never, { shouldFocus: false })}
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
          <RowNote>{rows[index] && note?.(rows[index])}</RowNote>
        </>
      )}
    </RowsFrame>
  )
}

/** Below its row, behind the buttons. */
function RowNote({ children }: { children: ReactNode }) {
  return <div className="order-last -mt-1 basis-full text-sm text-ink-muted empty:hidden">{children}</div>
}

/** The message of an array as a whole, which a resolver puts at its root or at the array itself. */
export function arrayMessage(errors: unknown, name: string): string | undefined {
  let here: unknown = errors
  for (const key of name.split('.')) here = (here as Record<string, unknown> | undefined)?.[key]
  const error = here as { message?: unknown; root?: { message?: unknown } } | undefined
  const message = error?.root?.message ?? error?.message
  return typeof message === 'string' ? message : undefined
}

/** One labelled input of a row; its message stands right below it. */
export function RowInput<Values extends FieldValues>({
  control,
  path,
  label,
  mono,
  onRenamed,
}: {
  control: Control<Values>
  path: string
  label: string
  mono?: boolean
  onRenamed?: (from: string, to: string) => boolean
}) {
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

function RowCheckbox<Values extends FieldValues>({
  control,
  path,
  label,
}: {
  control: Control<Values>
  path: string
  label: string
}) {
  const { field } = useController({ control, name: path as Path<Values> })
  return (
    <label className="flex h-8 items-center gap-2">
      <input
        ref={field.ref}
        name={field.name}
        type="checkbox"
        checked={field.value === true}
        onBlur={field.onBlur}
        onChange={(event) => field.onChange(event.target.checked)}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  )
}
