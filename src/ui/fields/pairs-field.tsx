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

/** Names with values (the variables of one call). Value: an array of `{ name, value }` at `name`. */
export function PairsField<Values extends FieldValues>({
  control,
  name,
  label,
}: {
  control: Control<Values>
  name: FieldArrayPath<Values>
  label: string
}) {
  const { fields, append, remove } = useFieldArray({ control, name })
  const rows: { name: string }[] = useWatch({ control, name: name as Path<Values> }) ?? []
  const { errors } = useFormState({ control, name: name as Path<Values> })
  return (
    <RowsFrame
      label={label}
      message={arrayMessage(errors, name)}
      rows={fields}
      rowLabel={(index) => rows[index]?.name || `row ${index + 1}`}
      addLabel="Add variable"
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
