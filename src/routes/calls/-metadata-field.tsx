import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button'
import { JsonField } from '../../ui/fields/json-field'
import { readJsonObject } from '../../ui/fields/json-text'
import { CellsField } from '../../ui/fields/rows-fields'
import type { CallFormValues } from './-call-form'
import { isAllNamedOnce, metadataOf, rowsOf } from './-metadata-rows'

/** Metadata as JSON or as rows of name and value, whichever suits; going from one to the other loses nothing. */
export function MetadataField({ form }: { form: UseFormReturn<CallFormValues> }) {
  const { control, setValue } = form
  const [metadata, asRows, rows] = useWatch({ control, name: ['metadata', 'asRows', 'metadataRows'] })
  const reading = readJsonObject(metadata)
  const isWhole = asRows ? isAllNamedOnce(rows) : reading.ok
  const turn = () => {
    if (!isWhole || !reading.ok) return
    const object = asRows ? metadataOf(rows) : reading.value
    setValue('metadata', object && asRows ? JSON.stringify(object, null, 2) : '')
    setValue('metadataRows', asRows ? [] : rowsOf(object))
    setValue('asRows', !asRows, { shouldDirty: true })
  }
  return (
    <div className="flex flex-col gap-2">
      {asRows ? (
        <CellsField
          control={control}
          name="metadataRows"
          label="Metadata"
          hint="For your own reporting."
          cells={[
            { path: 'name', label: 'Metadata name', mono: true },
            { path: 'value', label: 'Metadata value' },
          ]}
          empty={{ name: '', value: '' }}
          addLabel="Add metadata"
        />
      ) : (
        <JsonField
          control={control}
          name="metadata"
          label="Metadata"
          hint={'A JSON object for your own reporting, such as {"campaign": "spring"}.'}
        />
      )}
      <div>
        <Button variant="link" aria-disabled={!isWhole} onClick={turn}>
          {asRows ? 'Enter as JSON' : 'Enter as rows'}
        </Button>
      </div>
    </div>
  )
}
