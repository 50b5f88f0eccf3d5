import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { at } from '../../contract/version-content'
import { FORM_PARTS, fieldAt, versionFields } from '../../contract/version-fields'
import { collectionQueries } from '../../queries/collections'
import { type Suggestions, suggestionQueries } from '../../queries/suggestions'
import { IdField } from '../../ui/fields/id-field'
import { IdsField } from '../../ui/fields/ids-field'
import { CheckboxField, NumberField, SelectField, TextareaField, TextField } from '../../ui/fields/inputs'
import { JsonField } from '../../ui/fields/json-field'
import { CellsField } from '../../ui/fields/rows-fields'
import type { Suggestion } from '../../ui/fields/suggestions'
import { countOf, formatCount } from '../../ui/numbers'
import { ErrorNotice } from '../-shared/error-notice'
import { type AgentFormValues, emptyAgent, type FormPath, formFields } from './-agent-form'
import { PART, Part, partId } from './-form-parts'
import { PromptFields, type VersionFieldsProps } from './-prompt-fields'
import { useTools } from './-use-tools'

/** Parts that few versions set: folded while nothing in them is set. */
const RARE_PARTS: readonly string[] = ['Sound', 'After the conversation', 'Overrides']

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

const POST_CALL_CELLS = [
  { path: 'variableName', label: 'Post-call name', mono: true },
  { path: 'type', label: 'Type', mono: true },
  { path: 'description', label: 'Meaning' },
  { path: 'required', label: 'Needed', tick: true },
]

const YES_OR_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** Everything a version is made of, as its fields are declared. */
export function VersionFields(props: VersionFieldsProps) {
  const { control } = props.form
  const { data: ids } = useQuery(suggestionQueries.ids())
  const { data: collections } = useQuery(collectionQueries.list())
  const offers: Offers = {
    ...ids,
    collectionIds: collections?.items.map(({ id, name, files }) => ({
      id,
      label: name ?? id,
      note: files && countOf(files.length, 'file'),
    })),
  }
  /** Fields that take more than their kind says. */
  const own: { readonly [P in FormPath]?: ReactNode } = {
    'prompt.system': <PromptFields {...props} />,
    // Stands in the part of the prompt above.
    'prompt.variables': null,
    'prompt.tools': <ToolsField control={control} used={ids?.toolSlugs} />,
  }
  return FORM_PARTS.map((part) => {
    const names = formFields.filter(([, field]) => field.part === part).map(([path]) => path as FormPath)
    const fields = names.map((name) =>
      name in own ? (
        <div key={name} className="contents">
          {own[name]}
        </div>
      ) : (
        <PlainField key={name} name={name} control={control} offers={offers} />
      ),
    )
    return RARE_PARTS.includes(part) ? (
      <RarePart key={part} title={part} control={control} names={names}>
        {fields}
      </RarePart>
    ) : (
      <Part key={part} title={part}>
        {fields}
      </Part>
    )
  })
}

/** A part that is folded while nothing in it is set. */
function RarePart({
  title,
  control,
  names,
  children,
}: {
  title: string
  control: Control<AgentFormValues>
  names: readonly FormPath[]
  children: ReactNode
}) {
  const values: unknown[] = useWatch({ control, name: [...names] })
  const isSet = names.some(
    (name, index) => JSON.stringify(values[index]) !== JSON.stringify(at(emptyAgent, name)),
  )
  const [isOpen, setOpen] = useState(isSet)
  useEffect(() => {
    if (isSet) setOpen(true)
  }, [isSet])
  return (
    <details
      id={partId(title)}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className={PART}
    >
      <summary className="min-h-6 font-semibold">
        {title}
        {!isSet && <span className="pl-2 font-normal text-ink-muted">Nothing set</span>}
      </summary>
      <div className="flex flex-col gap-4 pt-2">{children}</div>
    </details>
  )
}

/** Ids that fields offer, by the name under which the fields ask for them. */
type Offers = Readonly<Record<string, readonly Suggestion[] | undefined>>

function PlainField({
  name,
  control,
  offers,
}: {
  name: FormPath
  control: Control<AgentFormValues>
  offers: Offers
}) {
  const { kind, label, hint, noun = 'id', options = [], suggestions = '', unordered } = fieldAt(name)
  const bound = { control, name, label, hint }
  const offered = offers[suggestions] ?? []
  switch (kind) {
    case 'id':
      return <IdField {...bound} suggestions={offered} what={noun} required />
    case 'ids':
      return <IdsField {...bound} suggestions={offered} what={noun} ordered={!unordered} />
    case 'flag':
      return <CheckboxField {...bound} />
    case 'flagOrNull':
      return <SelectField {...bound} options={YES_OR_NO} emptyLabel="Service default" />
    case 'phone':
      return <TextField {...bound} mono />
    case 'number':
      return <NumberField {...bound} />
    case 'choice':
      return <SelectField {...bound} options={asOptions(options)} emptyLabel="Service default" />
    case 'postCallVariables':
      return (
        <CellsField
          {...bound}
          name="postCallVariables"
          cells={POST_CALL_CELLS}
          empty={{ variableName: '', type: 'string', description: '', required: false }}
          noun="post-call variable"
          addLabel="Add post-call variable"
        />
      )
    case 'language':
      return <LanguageFields control={control} hint={hint} />
    case 'json':
      return <JsonField {...bound} any />
    default:
      return <TextareaField {...bound} rows={2} />
  }
}

function LanguageFields({ control, hint }: { control: Control<AgentFormValues>; hint?: string }) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField control={control} name="language.languageCode" label="Language code" hint={hint} mono />
      <TextField control={control} name="language.languageId" label="Language id" mono />
      <TextField control={control} name="language.languageDisplayName" label="Language name" />
    </div>
  )
}

/** The custom tools, in order: picked from the list by name or slug, or typed, because the list may be out of reach. */
function ToolsField({
  control,
  used = [],
}: {
  control: Control<AgentFormValues>
  used: Suggestions['toolSlugs'] | undefined
}) {
  const { tools, cut, error, noToken } = useTools()
  const { label, hint, noun } = versionFields['prompt.tools']
  const listed = (tools ?? []).flatMap(({ slug, name, description }) =>
    slug ? [{ id: slug, label: name ?? slug, note: description }] : [],
  )
  const isListed = new Set(listed.map(({ id }) => id))
  const chosen = useWatch({ control, name: 'prompt.tools' })
  const strangers = tools && !cut ? chosen.filter((slug) => !isListed.has(slug)) : []
  return (
    <>
      <IdsField
        control={control}
        name="prompt.tools"
        label={label}
        hint={
          cut
            ? `Only the first ${formatCount(listed.length)} tools were read. Any other slug can be typed.`
            : hint
        }
        suggestions={[...listed, ...used.filter(({ id }) => !isListed.has(id))]}
        what={noun}
        ordered
      />
      {strangers.length > 0 && (
        <p className="text-sm text-busy">Not in the tool list, and sent as typed: {strangers.join(', ')}.</p>
      )}
      {error && !tools && (
        <p className="text-sm text-busy">
          {noToken
            ? 'The tool list needs an access token (SERVICE_ACCESS_TOKEN), which this console does not have. Slugs can still be typed.'
            : 'The tool list could not be read. Slugs can still be typed.'}
        </p>
      )}
      {error && !tools && !noToken && <ErrorNotice error={error} />}
    </>
  )
}
