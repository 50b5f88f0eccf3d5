import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FieldFrame } from '../fields/field-frame'
import { FormShell, formDefaults } from '../fields/form'
import { IdField } from '../fields/id-field'
import { IdsField } from '../fields/ids-field'
import { CheckboxField, NumberField, SelectField, TextareaField, TextField } from '../fields/inputs'
import { JsonField } from '../fields/json-field'
import { PhoneField } from '../fields/phone-field'
import { CellsField, PairsField, VariablesField } from '../fields/rows-fields'
import { Section } from '../page'
import { PromptField } from '../prompt-editor/prompt-field'

const values = {
  name: '',
  wrong: 'no number',
  description: 'A text of several lines.',
  kind: '',
  number: '+14155550123',
  config: '',
  collections: ['returns'],
  json: '{"speed": 1}',
  count: 10 as number | null,
  wrongCount: null as number | null,
  ticked: true,
  wrongTick: false,
  wrongJson: '{speed}',
  wrongNumber: '+1 415',
  domains: [{ host: 'shop.example', subdomains: true }],
  prompt: 'You are the returns desk. You talk to {{first_name}}.',
  variables: [{ name: 'first_name', required: true, defaultValue: 'there' }],
  pairs: [{ name: 'source', value: 'shop' }],
}

const suggestions = [
  { id: 'returns', label: 'Returns and refunds', note: '7 files' },
  { id: 'delivery', label: 'Delivery', note: '7 files' },
]

const REFUSED = ['wrong', 'wrongCount', 'wrongTick', 'domains.0.host']

/** Every kind of field, in a form that was refused. */
export function Fields() {
  const form = useForm({ ...formDefaults, defaultValues: values })
  const [pending, setPending] = useState(false)
  const { control } = form
  return (
    <Section title="Form">
      <FormShell
        form={form}
        label="Every field"
        submitLabel="Save"
        pending={pending}
        error={{
          title: 'Could not save',
          message: 'The service refused it.',
          detail: '400 VALIDATION',
          fields: REFUSED.map((path) => ({ path, message: 'The service refused this' })),
        }}
        onSubmit={() => setPending(true)}
        onCancel={() => setPending(false)}
      >
        <TextField control={control} name="name" label="Name" hint="A hint." required />
        <TextField control={control} name="wrong" label="Refused by the service" mono />
        <TextField control={control} name="description" label="Disabled" disabled />
        <TextareaField control={control} name="description" label="Description" max={25} />
        <SelectField
          control={control}
          name="kind"
          label="Kind"
          emptyLabel="None"
          options={[{ value: 'CALL', label: 'Calls' }]}
        />
        <NumberField control={control} name="count" label="One call every" unit="seconds" />
        <NumberField control={control} name="wrongCount" label="Refused number" />
        <CheckboxField control={control} name="ticked" label="Ticked" hint="A hint." />
        <CheckboxField control={control} name="wrongTick" label="Refused box" />
        <CheckboxField control={control} name="ticked" label="Disabled box" disabled />
        <PhoneField control={control} name="number" label="To phone number" />
        <PhoneField control={control} name="wrongNumber" label="No phone number" />
        <IdField
          control={control}
          name="config"
          label="Collection"
          what="collection"
          suggestions={suggestions}
        />
        <IdsField
          control={control}
          name="collections"
          label="Collections"
          what="collection"
          suggestions={suggestions}
          ordered
        />
        <JsonField control={control} name="json" label="Override" />
        <JsonField control={control} name="wrongJson" label="No JSON" any />
        <FieldFrame label="Frame of a control" message="What is wrong." beside="12 characters">
          {(aria) => <input {...aria} className="control" />}
        </FieldFrame>
        <PromptField
          control={control}
          name="prompt"
          label="System prompt"
          wake
          marks={/\{\{\w+\}\}/g}
          completions={[]}
          findings={[]}
          findingsOf=""
          onRenamed={() => undefined}
          onWriting={() => undefined}
          handle={null}
        />
        <VariablesField control={control} name="variables" label="Variables" />
        <PairsField control={control} name="pairs" label="Metadata" />
        <CellsField
          control={control}
          name="domains"
          label="Domains"
          hint="Rows that can be moved."
          cells={[
            { path: 'host', label: 'Domain', mono: true },
            { path: 'subdomains', label: 'Also below it', tick: true },
          ]}
          empty={{ host: '', subdomains: false }}
          noun="domain"
          addLabel="Add domain"
          ordered
          note={({ host }: { host: string }) => !host && 'Say which one.'}
        />
      </FormShell>
    </Section>
  )
}
