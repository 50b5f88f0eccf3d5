import { createAgentVersion } from '../../contract/agent-versions'
import { createAgent } from '../../contract/agents'
import type { Wire } from '../../contract/reply'
import type { DeclaredVariable } from '../../contract/variable-lint'
import { type FieldValue, fieldOf, fieldsOf } from '../../contract/version-content'
import { fieldLabel, versionFields } from '../../contract/version-fields'
import { OtherFields } from '../../ui/other-fields'
import { Facts, Section } from '../../ui/page'
import { ShowRequest } from '../-shared/show-request'
import { formFields } from './-agent-form'
import { FieldText } from './-field-text'

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

function VersionFields({ content }: { content: Wire }) {
  const fields = fieldsOf(content)
  const ofPrompt = (path: string) => path === 'prompt.system' || path.startsWith('prompt.variables.')
  const isNamed = (path: string) => fieldLabel(path) !== path
  // A setting that the version does not set says nothing, but for what the form asks for.
  const isSet = ({ path, value }: FieldValue) => value !== null || formFields.some(([each]) => each === path)
  const shown = fields.filter((field) => !ofPrompt(field.path) && isSet(field))
  const variables = fieldOf(content, 'prompt.variables')
  const { label: promptLabel } = versionFields['prompt.system']
  return (
    <>
      <section aria-label={promptLabel} className="flex flex-col gap-1">
        <h3 className="text-sm text-ink-muted">{promptLabel}</h3>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="max-h-80 overflow-auto rounded-md bg-surface-sunken p-3 text-sm whitespace-pre-wrap"
        >
          {fieldOf(content, 'prompt.system')}
        </pre>
      </section>
      <Facts
        facts={[
          ...shown
            .filter(({ path }) => isNamed(path))
            .map(
              ({ path, value }) =>
                [
                  fieldLabel(path),
                  <FieldText key={path} path={path} value={value} absent="None" ids />,
                ] as const,
            ),
          [
            'Variables',
            variables.length > 0 ? (
              <Variables key="v" variables={variables} />
            ) : (
              <span key="v" className="text-ink-muted">
                None
              </span>
            ),
          ],
        ]}
      />
      <OtherFields
        fields={Object.fromEntries(
          shown.filter(({ path }) => !isNamed(path)).map(({ path, value }) => [path, value]),
        )}
      />
    </>
  )
}

function Variables({ variables }: { variables: readonly DeclaredVariable[] }) {
  return (
    <ul>
      {variables.map(({ name, required, defaultValue }) => (
        <li key={name}>
          <code>{name}</code>{' '}
          <span className="text-ink-muted">
            {required && 'required'} {defaultValue && `= ${defaultValue}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
