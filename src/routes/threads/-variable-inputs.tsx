import type { Control, FieldArrayPath, FieldPath, FieldValues } from 'react-hook-form'
import type { DeclaredVariable } from '../../contract/variable-lint'
import { PairsField } from '../../ui/fields/pairs-field'
import { TextField } from '../../ui/fields/text-field'
import { words } from './-new-thread-words'
import { keyOf, type VariableValues } from './-variable-values'

/** One field a variable of the version, and rows for others. */
export function VariableInputs<Values extends FieldValues & VariableValues>({
  control,
  declared,
}: {
  control: Control<Values>
  declared: readonly DeclaredVariable[]
}) {
  return (
    <div className="flex flex-col gap-4">
      {declared.map(({ name, required, defaultValue }) => (
        <TextField
          key={name}
          control={control}
          name={`declared.${keyOf(name)}` as FieldPath<Values>}
          label={name}
          required={required && defaultValue.trim() === ''}
          placeholder={defaultValue}
          hint={defaultValue && words.defaultHint(defaultValue)}
        />
      ))}
      <PairsField control={control} name={'extra' as FieldArrayPath<Values>} label={words.more} />
    </div>
  )
}
