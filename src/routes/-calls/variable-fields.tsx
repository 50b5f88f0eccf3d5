import type { Control, FieldPath } from 'react-hook-form'
import type { DeclaredVariable } from '../../contract/variable-lint'
import { PairsField } from '../../ui/fields/pairs-field'
import { TextField } from '../../ui/fields/text-field'
import { type CallFormValues, keyOf } from './call-form'
import { words } from './form-words'

/** One field a variable of the version, and rows for others. */
export function VariableFields({
  control,
  declared,
}: {
  control: Control<CallFormValues>
  declared: readonly DeclaredVariable[]
}) {
  return (
    <div className="flex flex-col gap-4">
      {declared.map(({ name, required, defaultValue }) => (
        <TextField
          key={name}
          control={control}
          name={`declared.${keyOf(name)}` as FieldPath<CallFormValues>}
          label={name}
          required={required && defaultValue.trim() === ''}
          placeholder={defaultValue}
          hint={defaultValue && words.form.defaultHint(defaultValue)}
        />
      ))}
      <PairsField control={control} name="extra" label={words.form.more} />
    </div>
  )
}
