import { useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { createTool, TOOL_METHODS, updateTool } from '../../contract/tool-changes'
import type { Tool } from '../../contract/tools'
import { toolMutations } from '../../queries/tool-changes'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { formDefaults } from '../../ui/fields/form'
import { NumberField, SelectField, TextareaField, TextField } from '../../ui/fields/inputs'
import { JsonField } from '../../ui/fields/json-field'
import { CellsField } from '../../ui/fields/rows-fields'
import { toast } from '../../ui/toast-store'
import { hasChanges } from '../-shared/changed-fields'
import { SendForm } from '../-shared/send-form'
import { checkTool } from './-tool-checks'
import { Checks } from './-tool-findings'
import {
  asTool,
  emptyTool,
  fromTool,
  placeStructure,
  type ToolValues,
  toolResolver,
  toToolChanges,
  toToolRequest,
  undeclaredIn,
  withDraft,
} from './-tool-form'
import { ToolImport } from './-tool-import'

type FormOf = ReturnType<typeof useForm<ToolValues, unknown, ToolValues>>

interface DialogProps {
  /** `edit`: this tool is changed; `copy`: a new one begins as it is. Absent: a new one. */
  tool?: Tool
  kind: 'new' | 'edit' | 'copy'
  onClose: () => void
  /** Id of the tool, where the service told it. */
  onDone: (toolId: string | undefined) => unknown
}

/** A tool is made or changed. Nothing typed is stored before it is sent, because headers may hold credentials. */
export function ToolDialog({ tool, kind, onClose, onDone }: DialogProps) {
  const [before] = useState(() => (tool ? fromTool(tool, kind === 'copy') : emptyTool))
  const changed = kind === 'edit' ? tool : undefined
  const seen = useRef(changed)
  const form: FormOf = useForm<ToolValues, unknown, ToolValues>({
    ...formDefaults,
    defaultValues: before,
    resolver: toolResolver,
    context: before,
  })
  return (
    <Dialog size="lg" onClose={onClose} title={changed ? `Edit ${changed.name ?? 'tool'}` : 'New tool'}>
      <SendForm
        form={form}
        label={changed ? 'Edit tool' : 'New tool'}
        submit={changed ? 'Save tool' : 'Create tool'}
        mutation={toolMutations.save()}
        operation={changed ? updateTool : createTool}
        toRequest={(values) =>
          changed
            ? {
                params: { toolId: changed.id },
                body: toToolChanges(values, before),
                seen: seen.current ?? changed,
                onOther: (now) => {
                  seen.current = now
                },
              }
            : { body: toToolRequest(values) }
        }
        check={(values) =>
          changed && !hasChanges(toToolChanges(values, before)) ? 'No changes to save' : null
        }
        place={placeStructure}
        // Opened by the address, it stays open where the address still says so.
        stays={({ search }) => String(search[kind]) === (tool?.id ?? 'true')}
        onDone={({ record }, { name }) => {
          toast({ title: `${name.trim()} was ${changed ? 'saved' : 'created'}` })
          return onDone(changed?.id ?? record?.id)
        }}
        onCancel={onClose}
      >
        {kind === 'new' && (
          <ToolImport
            onDraft={(draft) => form.reset(withDraft(form.getValues(), draft), { keepDefaultValues: true })}
          />
        )}
        <Fields
          form={form}
          slugHint={`Prompts use it to name the tool. ${changed ? 'Fixed while a version uses it.' : 'Empty = made from the name.'}`}
          isNew={!changed}
        />
      </SendForm>
    </Dialog>
  )
}

function Fields({
  form: { control, setValue, getValues },
  slugHint,
  isNew,
}: {
  form: FormOf
  slugHint: string
  isNew: boolean
}) {
  const values = { ...emptyTool, ...useWatch({ control }) } as ToolValues
  const undeclared = undeclaredIn(values)
  // Before anything stands in it there is nothing to find.
  const checks = values.url.trim() ? checkTool(asTool(values), new Map()) : []
  return (
    <>
      <TextField control={control} name="name" label="Name" required />
      <TextField control={control} name="slug" label="Slug" hint={slugHint} mono />
      <TextareaField
        control={control}
        name="description"
        label="Description"
        hint="The agent decides by it when to use the tool."
        rows={2}
        max={2_000}
      />
      <TextField control={control} name="speech" label="Speech" hint="What the agent says while it waits." />
      <div className="grid gap-4 sm:grid-cols-[8rem_1fr]">
        <SelectField
          control={control}
          name="method"
          label="Method"
          required
          options={TOOL_METHODS.map((method) => ({ value: method, label: method }))}
        />
        <TextField control={control} name="url" label="URL" required mono />
      </div>
      <CellsField
        control={control}
        name="headers"
        label="Headers"
        hint="Anyone who can list tools can read them."
        cells={[
          { path: 'name', label: 'Header name', mono: true },
          { path: 'value', label: 'Header value', mono: true },
        ]}
        empty={{ name: '', value: '', secure: false }}
        addLabel="Add header"
      />
      <JsonField
        control={control}
        name="body"
        label="Body"
        hint={'A JSON object, such as {"order": "{{order_id}}"}. Empty = none.'}
      />
      <NumberField control={control} name="timeout" label="Timeout in seconds" />
      <CellsField
        control={control}
        name="variables"
        label="Variables"
        hint="The agent finds their values in the conversation."
        cells={[
          { path: 'name', label: 'Variable name', mono: true },
          { path: 'type', label: 'Type', mono: true },
          { path: 'description', label: 'Variable description' },
          { path: 'required', label: 'Required', tick: true },
        ]}
        empty={{ name: '', type: 'str', description: '', required: true }}
        addLabel="Add variable"
      />
      {undeclared.length > 0 && (
        <div>
          <Button
            size="sm"
            onClick={() =>
              setValue(
                'variables',
                [
                  ...getValues('variables'),
                  ...undeclared.map((name) => ({ name, type: 'str', description: '', required: true })),
                ],
                { shouldDirty: true },
              )
            }
          >
            Declare {undeclared.join(', ')}
          </Button>
        </div>
      )}
      {/* A new tool without a slug gets one. */}
      <Checks checks={isNew ? checks.filter(({ kind }) => kind !== 'no-slug') : checks} />
    </>
  )
}
