import { createAgentVersion } from '../../contract/agent-versions'
import { createAgent } from '../../contract/agents'
import type { Wire } from '../../contract/reply'
import { IdText } from '../../ui/id-text'
import { OtherFields } from '../../ui/other-fields'
import { Facts, Section } from '../../ui/page'
import { ShowRequest } from '../-shared/show-request'
import { words } from './-agent-page-words'
import { fieldLabel } from './-compare-words'
import { type Field, fieldsOf, readContent } from './-version-fields'

/** What a version holds. With a title it is what was sent, as a part of its own with the request. */
export function SentVersion({
  agentId,
  request,
  title,
  hint,
}: {
  /** Of the agent that got a further version, for the address of that request. */
  agentId?: string
  request: Wire
  title?: string
  hint?: string
}) {
  if (!title) return <VersionFields content={request} />
  // Only the creation of an agent names one.
  const created = 'name' in request
  const asked = created
    ? () => ({ body: request })
    : () => ({ params: { agentId: agentId ?? '' }, body: request })
  return (
    <Section
      title={title}
      hint={hint}
      action={<ShowRequest operation={created ? createAgent : createAgentVersion} request={asked} />}
    >
      <VersionFields content={request} />
    </Section>
  )
}

const KNOWN =
  /^(?:name|description|agentType|useKnowledgeBase|knowledgeBaseCollectionIds|voicemailMessage|firstMessage|\w+ConfigId|voiceId|override\w+)$/

function VersionFields({ content }: { content: Wire }) {
  const fields = fieldsOf(content)
  const read = readContent(content)
  const top = fields.filter(({ path }) => KNOWN.test(path) || /^prompt\.(?:tools|preBuiltTools)$/.test(path))
  const variables = read?.variables ?? []
  const other = fields.filter(
    ({ path, value }) =>
      value !== null &&
      !top.some((each) => each.path === path) &&
      !/^prompt\.(?:system$|variables\.)/.test(path),
  )
  return (
    <>
      <section aria-label={fieldLabel('prompt.system')} className="flex flex-col gap-1">
        <h3 className="text-sm text-ink-muted">{fieldLabel('prompt.system')}</h3>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="max-h-80 overflow-auto rounded-md bg-surface-sunken p-3 text-sm whitespace-pre-wrap"
        >
          {read?.system}
        </pre>
      </section>
      <Facts
        facts={[
          ...top.map(
            ({ path, value }) => [fieldLabel(path), <Value key={path} path={path} value={value} />] as const,
          ),
          [words.page.variables, variables.length > 0 ? <Variables key="v" variables={variables} /> : none],
        ]}
      />
      <OtherFields fields={Object.fromEntries(other.map(({ path, value }) => [path, value]))} />
    </>
  )
}

const none = <span className="text-ink-muted">{words.page.none}</span>

function Variables({ variables }: { variables: NonNullable<ReturnType<typeof readContent>>['variables'] }) {
  return (
    <ul>
      {variables.map(({ name, required, defaultValue }) => (
        <li key={name}>
          <code>{name}</code>{' '}
          <span className="text-ink-muted">
            {required && words.page.required} {defaultValue && `= ${defaultValue}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Value({ path, value }: Field) {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return none
  if (typeof value === 'boolean') return value ? words.page.yes : words.page.no
  if (/Id$/.test(path) && typeof value === 'string') return <IdText id={value} name={fieldLabel(path)} />
  if (/Ids$/.test(path) && Array.isArray(value))
    return (
      <span className="flex flex-wrap gap-x-3">
        {value.map((id) => (
          <IdText key={String(id)} id={String(id)} name="collection id" />
        ))}
      </span>
    )
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ')
  return typeof value === 'string' ? value : <code>{JSON.stringify(value)}</code>
}
