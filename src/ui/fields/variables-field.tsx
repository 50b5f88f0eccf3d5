import { useId } from 'react'
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
 * Value: an array of VariableRow at `name`. `placeholderName` is what an unnamed row is called in the names of its buttons.
 */
export function VariablesField<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
}: {
  control: Control<Values>
  name: FieldArrayPath<Values>
  label: string
  hint?: string
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
      onRemove={remove}
      onMove={move}
    >
      {(index) => (
        <>
          <RowInput control={control} path={`${name}.${index}.name`} label="Variable name" mono />
          <RowInput control={control} path={`${name}.${index}.defaultValue`} label="Default value" />
          <RowCheckbox control={control} path={`${name}.${index}.required`} label="Required" />
        </>
      )}
    </RowsFrame>
  )
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
}: {
  control: Control<Values>
  path: string
  label: string
  mono?: boolean
}) {
  const id = useId()
  const { field, fieldState } = useController({ control, name: path as Path<Values> })
  const message = fieldState.error?.message
  return (
    <div className="min-w-0 grow basis-36">
      <input
        {...field}
        id={id}
        value={field.value ?? ''}
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
