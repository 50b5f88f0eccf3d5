import { useEffect } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { type DeclaredVariable, lintValues } from '../../contract/variable-lint'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/fields/inputs'
import { PairsField } from '../../ui/fields/rows-fields'
import { Section } from '../../ui/page'
import { keyOf, type VariableValues } from './variable-values'

/** The part of a form about variables: one field for each that the version declares, and rows for others. */
export function VariableFields<Values extends FieldValues & VariableValues>({
  form: whole,
  declared,
  isKnown,
  isChosen,
}: {
  form: UseFormReturn<Values>
  declared: readonly DeclaredVariable[]
  /** Whether this browser knows what the version declares; only then another name is worth a word. */
  isKnown: boolean
  /** The text of the version is no part of names. */
  isChosen: boolean
}) {
  // The fields here are the same in every form that has them; the rest of the form is not touched.
  const form = whole as unknown as UseFormReturn<VariableValues>
  const { control } = form
  const extra = useWatch({ control, name: 'extra' })
  const named = extra.map(({ name }) => name.trim()).filter((name) => name !== '')
  const unknown = isKnown
    ? lintValues(declared, Object.fromEntries(named.map((name) => [name, 'x']))).filter(
        ({ kind }) => kind === 'unknown',
      )
    : []
  const names = declared.map(({ name }) => name).join('\n')
  // What the version declares may be read later than what an earlier request gave: its values then move to their fields.
  useEffect(() => {
    const rows = form.getValues('extra')
    const place = (name: string) => `declared.${keyOf(name)}` as 'declared.x'
    const isDeclared = (name: string) => name !== '' && names.split('\n').includes(name)
    const moving = rows.filter(({ name }) => isDeclared(name) && !form.getValues(place(name)))
    if (moving.length === 0) return
    for (const { name, value } of moving) form.setValue(place(name), value)
    form.setValue(
      'extra',
      rows.filter((row) => !moving.includes(row)),
    )
  }, [form, names])
  /** The value goes to the variable that was meant; one that has a value already keeps it. */
  const use = (name: string, meant: string) => {
    const row = extra.find((each) => each.name.trim() === name)
    const place = `declared.${keyOf(meant)}` as 'declared.x'
    if (!form.getValues(place)) form.setValue(place, row?.value ?? '', { shouldDirty: true })
    form.setValue(
      'extra',
      extra.filter((each) => each !== row),
      { shouldDirty: true },
    )
    form.setFocus(place)
  }
  return (
    <Section
      title="Variables"
      hint={
        declared.length > 0
          ? "Empty = the version's default."
          : isKnown
            ? 'The version declares no variables.'
            : isChosen
              ? 'The variables of this version are not known here. Add those it needs by name.'
              : 'Choose a version to see its variables.'
      }
    >
      <div className="flex flex-col gap-4">
        {declared.map(({ name, required, defaultValue }) => (
          <TextField
            key={name}
            control={control}
            name={`declared.${keyOf(name)}`}
            label={name}
            required={required && defaultValue.trim() === ''}
            placeholder={defaultValue}
            hint={defaultValue && `Default: ${defaultValue}`}
          />
        ))}
        <PairsField control={control} name="extra" label="More variables" />
        <ul role="status" className="flex flex-col gap-1 text-sm text-busy empty:hidden">
          {unknown.map(({ name, message, suggestion }) => (
            <li key={name} className="flex flex-wrap items-center gap-2">
              {message}
              {suggestion && (
                <Button size="sm" onClick={() => use(name, suggestion)}>
                  Use {suggestion}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Section>
  )
}
