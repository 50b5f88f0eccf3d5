import { useId, useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { DeclaredVariable } from '../../../contract/variable-lint'
import { type CheckedRow, labelOf, type Target } from '../../../queries/batch-rows'
import { announce } from '../../../ui/announce'
import { Button } from '../../../ui/button'
import { Checkbox } from '../../../ui/checkbox'
import { FieldMessage } from '../../../ui/fields/field-frame'
import { TextField } from '../../../ui/fields/inputs'
import { FileDrop } from '../../../ui/file-drop'
import { findRow } from '../../../ui/find-row'
import { Notice } from '../../../ui/notice'
import { countOf, formatCount } from '../../../ui/numbers'
import { Section } from '../../../ui/page'
import { FormDialog } from '../../-shared/form-dialog'
import { saveCsv } from '../../-shared/save-csv'
import { templateOf } from './-batch-files'
import { type BatchFormValues, ROWS_FILES } from './-batch-form'
import { ColumnChoice, FixedValues } from './-column-choice'
import { NamedMappings } from './-named-mappings'
import { RowsReview } from './-rows-review'
import type { useRowsFile } from './-use-rows-file'

const HINT = 'CSV, separated by comma, semicolon or tab. Numbers with + and country code.'

const SEPARATORS: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
}

/** The part of the form about the file: which one, what its columns stand for, and its rows. `ready`: how many can be sent. */
export function FilePart({
  control,
  file,
  declared,
  ready,
}: {
  control: Control<BatchFormValues>
  file: ReturnType<typeof useRowsFile>
  declared: readonly DeclaredVariable[] | undefined
  ready: number
}) {
  const { fieldState } = useController({ control, name: 'fileId' })
  const wrong = useId()
  const [open, setOpen] = useState<CheckedRow>()
  const [last, setLast] = useState(file.read)
  if (file.read && file.read !== last) setLast(file.read)
  // Whoever says how it is read keeps the focus while it is read anew.
  const read = file.busy === 'reading' ? last : file.read
  const isOnlyRow = read?.count === 1 && !read.hasHeader && !file.hasHeader
  return (
    <>
      <Section title="File" hint={HINT}>
        <div className="flex flex-wrap items-center gap-3">
          <FileDrop
            label={file.read ? 'Choose another file' : 'Choose CSV file'}
            variant="secondary"
            hint={HINT}
            accept={ROWS_FILES}
            onFiles={file.choose}
            aria-invalid={fieldState.invalid || undefined}
            aria-describedby={fieldState.invalid ? wrong : undefined}
          />
          <Button onClick={() => saveCsv('calls-template.csv', templateOf(declared ?? []))}>
            Download template
          </Button>
          <p role="status" className="min-w-0 wrap-anywhere text-ink-muted">
            {file.busy === 'reading'
              ? 'Reading the file'
              : file.read &&
                `${file.name}: ${countOf(file.read.count, 'row')}, ${file.read.encoding.toUpperCase()}, separated by ${SEPARATORS[file.read.separator] ?? file.read.separator}`}
          </p>
        </div>
        <FieldMessage id={wrong} message={fieldState.error?.message} />
        {read?.encodings && (
          <label className="flex flex-wrap items-center gap-2">
            Encoding
            <select
              className="control w-auto"
              value={file.encoding ?? (read.isGarbled ? '' : read.encoding)}
              onChange={({ target }) => file.map({ encoding: target.value })}
            >
              {read.isGarbled && <option value="">Choose</option>}
              {Object.entries(read.encodings).map(([encoding, name]) => (
                <option key={encoding} value={encoding}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        {read && (
          <Checkbox
            label={`The first line names the columns${isOnlyRow ? '. The only line of this file is a row.' : ''}`}
            disabled={isOnlyRow}
            // At once, though the file is read anew for it.
            checked={file.hasHeader ?? read.hasHeader}
            onChange={(hasHeader) => file.map({ hasHeader })}
          />
        )}
        {file.read && file.read.above.length > 0 && (
          <p className="text-sm text-ink-muted">{`Left out above the columns: ${file.read.above.join(' · ')}`}</p>
        )}
        {file.refused && <Notice tone="error" title="This file cannot be used" message={file.refused} />}
      </Section>
      {file.read && file.targets.length > 0 && (
        <Section
          title="Columns"
          hint="What each column stands for. What is not sent stays in the file and in the downloads."
        >
          {file.mappedAs && (
            <Notice
              title={`Columns${file.fixed.size > 0 ? ' and values' : ''} as in ${file.mappedAs}`}
              action={<Button onClick={file.proposeAgain}>Propose again</Button>}
            />
          )}
          <NamedMappings file={file} />
          <ColumnChoice
            file={file.read}
            proposals={file.proposals}
            targets={file.targets}
            also={file.also}
            variables={declared?.map(({ name }) => name)}
            onChange={file.setTargets}
          />
          {declared && (
            <FixedValues
              declared={declared}
              held={[...file.targets, ...file.also.values()]}
              fixed={file.fixed}
              onChange={(fixed) => file.map({ fixed })}
            />
          )}
          {file.problems.map((said) => (
            <Notice key={said} tone="warn" title={said} />
          ))}
        </Section>
      )}
      {file.read && file.rows.length > 0 && (
        <Section
          title="Rows"
          hint={file.busy === 'checking' ? 'Reading the rows' : readyWords(ready, file.rows.length)}
        >
          <RowsReview
            rows={file.rows}
            targets={file.targets}
            onOpen={setOpen}
            onChange={(change, rows) =>
              void file
                .change(change, rows)
                .then((count) =>
                  announce(count === 0 ? 'Nothing changed' : `${countOf(count, 'row')} changed`),
                )
            }
          />
        </Section>
      )}
      {open && (
        <RowEditor
          key={open.row}
          row={open}
          targets={file.targets}
          onSave={(changes) => file.fix(open.row, changes)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

export function readyWords(ready: number, all: number): string {
  if (ready === all) return all === 1 ? 'The row is ready.' : `All ${countOf(all, 'row')} are ready.`
  return `${formatCount(ready)} of ${countOf(all, 'row')} ${ready === 1 || all === 1 ? 'is' : 'are'} ready; the others are not sent.`
}

/** One row, to be mended in place: only the cells that are sent. */
function RowEditor({
  row,
  targets,
  onSave,
  onClose,
}: {
  row: CheckedRow
  targets: readonly Target[]
  onSave: (changes: ReadonlyMap<number, string>) => Promise<unknown>
  onClose: () => void
}) {
  const general = row.problems.filter(({ column }) => column === undefined)
  return (
    <FormDialog
      title={`Row ${row.row + 1}`}
      submit="Save row"
      values={{ cells: targets.map((_, column) => row.cells[column] ?? '') }}
      mutation={{ mutationFn: onSave }}
      toInput={({ cells }) =>
        new Map([...cells.entries()].filter(([at, text]) => text !== (row.cells[at] ?? '')))
      }
      onClose={onClose}
      returnFocus={() => findRow('Rows', String(row.row))}
    >
      {({ control, watch, setValue }) => (
        <>
          {general.map(({ message }) => (
            <p key={message} className="text-bad">
              {message}
            </p>
          ))}
          {targets.map((target, column) => {
            const { message, suggestion } = row.problems.find((each) => each.column === column) ?? {}
            const name = `cells.${column}` as const
            return (
              target !== 'skip' && (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                <div key={column} className="flex flex-col gap-1">
                  <TextField
                    control={control}
                    name={name}
                    label={labelOf(target)}
                    message={message}
                    mono={target === 'toPhoneNumber'}
                    required={target === 'toPhoneNumber'}
                  />
                  {suggestion && watch(name) !== suggestion && (
                    <div>
                      <Button size="sm" onClick={() => setValue(name, suggestion)}>
                        {`Use ${suggestion}`}
                      </Button>
                    </div>
                  )}
                </div>
              )
            )
          })}
        </>
      )}
    </FormDialog>
  )
}
