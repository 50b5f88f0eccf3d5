import {
  type Control,
  type FieldArrayPath,
  type FieldValues,
  type Path,
  useFieldArray,
  useFormState,
  useWatch,
} from 'react-hook-form'
import { RowsFrame } from './rows-frame'
import { arrayMessage, RowInput } from './variables-field'

/** A name with its value, as the form holds a map that is sent as an object. */
export type Pair = { name: string; value: string }

/** Names and values as an object; rows without a name are left out, the last of two alike wins. Undefined when nothing is left. */
export function pairsToObject(pairs: readonly Pair[]): Record<string, string> | undefined {
  const named = pairs.map((pair) => [pair.name.trim(), pair.value] as const).filter(([name]) => name !== '')
  // fromEntries defines, and so keeps a variable called "__proto__" as data.
  return named.length > 0 ? Object.fromEntries(named) : undefined
}

/** An object as rows, values that are no text as JSON. */
export function objectToPairs(object: Record<string, unknown>): Pair[] {
  return Object.entries(object).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
}

/** Names that stand in more than one row, for a schema's message. */
export function repeatedNames(pairs: readonly { name: string }[]): string[] {
  const names = pairs.map((pair) => pair.name.trim()).filter(Boolean)
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}

/** Names with values (the variables of one call). Value: an array of Pair at `name`; `pairsToObject` makes the request's object of it. */
export function PairsField<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  addLabel = 'Add variable',
}: {
  control: Control<Values>
  name: FieldArrayPath<Values>
  label: string
  hint?: string
  addLabel?: string
}) {
  const { fields, append, remove } = useFieldArray({ control, name })
  const rows: Pair[] = useWatch({ control, name: name as Path<Values> }) ?? []
  const { errors } = useFormState({ control, name: name as Path<Values> })
  return (
    <RowsFrame
      label={label}
      hint={hint}
      message={arrayMessage(errors, name)}
      rows={fields}
      rowLabel={(index) => rows[index]?.name || `row ${index + 1}`}
      addLabel={addLabel}
      onAdd={() => append({ name: '', value: '' } as never, { shouldFocus: false })}
      onRemove={remove}
    >
      {(index) => (
        <>
          <RowInput control={control} path={`${name}.${index}.name`} label="Variable name" mono />
          <RowInput control={control} path={`${name}.${index}.value`} label="Value" />
        </>
      )}
    </RowsFrame>
  )
}
