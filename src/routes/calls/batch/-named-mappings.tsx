import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResolverResult } from 'react-hook-form'
import { namedMappingMutations, namedMappingQueries } from '../../../queries/saved-mappings'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/fields/inputs'
import { toast } from '../../../ui/toast-store'
import { ErrorNotice } from '../../-shared/error-notice'
import { FormDialog } from '../../-shared/form-dialog'
import type { useRowsFile } from './-use-rows-file'

/** What columns stand for under a name of its own: chosen for this file, or saved from it. */
export function NamedMappings({ file }: { file: ReturnType<typeof useRowsFile> }) {
  const { data: all = [] } = useQuery(namedMappingQueries.list())
  const save = useMutation(namedMappingMutations.save())
  const forget = useMutation(namedMappingMutations.forget())
  const [isNaming, setNaming] = useState(false)
  const chosen = all.find(({ name }) => name === file.mappedAs)
  return (
    <div className="flex flex-wrap items-end gap-2">
      {all.length > 0 && (
        <label className="flex min-w-48 flex-col gap-1">
          <span className="font-semibold">Saved mapping</span>
          <select
            className="control"
            value={file.mappedAs ?? ''}
            onChange={({ target }) => {
              const named = all.find(({ name }) => name === target.value)
              if (named) file.takeNamed(named)
              else file.proposeAgain()
            }}
          >
            <option value="">None</option>
            {/* Applied by itself, as the last file with these columns had it. */}
            {file.mappedAs !== undefined && !chosen && (
              <option value={file.mappedAs}>{`As in ${file.mappedAs}`}</option>
            )}
            {all.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <Button onClick={() => setNaming(true)}>Save mapping</Button>
      {chosen && (
        <Button
          onClick={() =>
            forget.mutate(chosen.name, {
              onSuccess: () =>
                toast({
                  title: `${chosen.name} was deleted`,
                  action: { label: 'Undo', onSelect: () => save.mutate(chosen) },
                }),
            })
          }
        >
          Delete mapping
        </Button>
      )}
      <ErrorNotice error={forget.error ?? save.error} />
      {isNaming && file.read && (
        <FormDialog
          title="Save mapping"
          text="To be chosen for other files. A mapping of the same name is replaced."
          submit="Save mapping"
          values={{ name: chosen?.name ?? '' }}
          resolver={({ name }): ResolverResult<{ name: string }> =>
            name.trim() === ''
              ? { values: {}, errors: { name: { type: 'required', message: 'Enter a name' } } }
              : { values: { name: name.trim() }, errors: {} }
          }
          mutation={namedMappingMutations.save()}
          toInput={({ name }) => ({ ...file.mappingNow(), name, header: file.read?.header ?? [] })}
          done="The mapping was saved"
          onClose={() => setNaming(false)}
          onDone={(named) => {
            // What is chosen is what was saved.
            file.map({ takenFrom: named.name })
            setNaming(false)
          }}
        >
          {({ control }) => <TextField control={control} name="name" label="Name" required />}
        </FormDialog>
      )}
    </div>
  )
}
