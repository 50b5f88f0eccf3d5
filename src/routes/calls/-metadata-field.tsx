import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { Button } from '../../ui/button'
import { useFieldCheck } from '../../ui/fields/field-checks'
import { JsonField } from '../../ui/fields/json-field'
import { readJsonObject } from '../../ui/fields/json-text'
import { RowsFrame } from '../../ui/fields/rows-frame'
import type { CallFormValues } from './-call-form'
import { type MetadataRow, rowsFault, rowsOf, textOf } from './-metadata-rows'

/** Metadata as JSON or as rows of name and value, whichever suits; going from one to the other loses nothing. */
export function MetadataField({ control }: { control: Control<CallFormValues> }) {
  const { field } = useController({ control, name: 'metadata' })
  const [rows, setRows] = useState<readonly MetadataRow[]>()
  const reading = readJsonObject(field.value)
  // Another text than the one that the rows stand for came from outside (a draft, "Start over"): then it is shown as it is.
  const isRows = rows !== undefined && textOf(rows) === field.value
  const toRows = () => {
    if (!reading.ok) return
    const next = rowsOf(reading.value ?? {})
    // The text becomes the one that the rows stand for, so that both say the same from now on.
    field.onChange(textOf(next))
    setRows(next)
  }
  return (
    <div className="flex flex-col gap-2">
      {isRows ? (
        <Rows
          rows={rows}
          onChange={(next) => {
            setRows(next)
            field.onChange(textOf(next))
          }}
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
        <Button
          variant="link"
          aria-disabled={(!isRows && !reading.ok) || undefined}
          onClick={isRows ? () => setRows(undefined) : toRows}
        >
          {isRows ? 'Enter as JSON' : 'Enter as rows'}
        </Button>
      </div>
    </div>
  )
}

function Rows({
  rows,
  onChange,
}: {
  rows: readonly MetadataRow[]
  onChange: (rows: readonly MetadataRow[]) => void
}) {
  const fault = rowsFault(rows)
  useFieldCheck('metadata', () => fault)
  const change = (index: number, next: Partial<MetadataRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...next } : row)))
  return (
    <RowsFrame
      label="Metadata"
      hint="For your own reporting."
      message={fault ?? undefined}
      rows={rows.map((_, index) => ({ id: String(index) }))}
      rowLabel={(index) => rows[index]?.name || `row ${index + 1}`}
      addLabel="Add metadata"
      onAdd={() => onChange([...rows, { name: '', value: '' }])}
      onRemove={(index) => onChange(rows.filter((_, at) => at !== index))}
    >
      {(index) => (
        <>
          <input
            aria-label="Metadata name"
            className="control w-auto min-w-32 grow basis-32 font-mono"
            value={rows[index]?.name ?? ''}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change(index, { name: event.target.value })}
          />
          <input
            aria-label="Metadata value"
            className="control w-auto min-w-32 grow-2 basis-48"
            value={rows[index]?.value ?? ''}
            autoComplete="off"
            onChange={(event) => change(index, { value: event.target.value })}
          />
        </>
      )}
    </RowsFrame>
  )
}
