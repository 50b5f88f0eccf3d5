import { createAgentVersion } from '../../contract/agent-versions'
import { createAgent } from '../../contract/agents'
import type { Wire } from '../../contract/reply'
import { type FieldValue, fieldOf, fieldsOf, readContent } from '../../contract/version-content'
import { fieldLabel, versionFields } from '../../contract/version-fields'
import type { NumberedVersion } from '../../queries/service-versions'
import { CodeBlock } from '../../ui/code-block'
import { Facts, Section } from '../../ui/page'
import { here } from '../../ui/role'
import { OtherFields } from '../-shared/other-fields'
import { ShowRequest } from '../-shared/show-request'
import { formFields } from './-agent-form'
import type { AgentKnowledge } from './-agent-knowledge'
import { compareFields, reportedContent, sentContent } from './-compare-versions'
import { FieldDiffs } from './-field-diffs'
import { FieldText, VariableList } from './-field-text'
import { SecretsLeftOut } from './-secrets-left-out'

/** What was sent, and how what the service reports now differs from it. */
export function Contents({ knowledge, version }: { knowledge: AgentKnowledge; version: NumberedVersion }) {
  const sent = sentContent(version)
  const reported = reportedContent(knowledge.reported(version.versionId))
  if (!sent && !reported)
    return (
      <p className="text-ink-muted">
        {`What this version contains is not known: ${here()} did not create it, and the service does not report it.`}
      </p>
    )
  const atCreation = sent && (readContent(version.created) ?? sent.wire)
  const edits = atCreation && sent && compareFields(atCreation, sent.wire, true)
  const diffs = sent && reported && compareFields(sent.wire, reported.wire, false)
  const differs = diffs?.some(({ state }) => state === 'changed')
  // Only the creation of an agent names one.
  const created = atCreation && 'name' in atCreation
  const { agentId } = knowledge.agent
  return (
    <>
      {atCreation && (
        <Section
          title="Sent at creation"
          hint={
            sent.masked
              ? 'Phone numbers in one of these versions were masked in the file it was imported from.'
              : 'The request that created this version, as it was sent.'
          }
          action={
            <ShowRequest
              operation={created ? createAgent : createAgentVersion}
              request={() => ({ ...(!created && { params: { agentId } }), body: atCreation })}
            />
          }
        >
          <SecretsLeftOut paths={sent.secrets}>The service has it.</SecretsLeftOut>
          <VersionFields content={atCreation} />
        </Section>
      )}
      {edits?.some(({ state }) => state === 'changed') && (
        <Section title="Changed since creation" hint={`As ${here()} saved it.`}>
          <FieldDiffs diffs={edits} labels={['At creation', 'Now']} />
        </Section>
      )}
      {reported && (!sent || differs) && (
        <Section
          title={sent ? 'At the service' : 'Content'}
          hint={sent && 'It is not what was sent. It may have been changed there since.'}
        >
          {!sent && <VersionFields content={reported.wire} />}
          {diffs && differs && <FieldDiffs diffs={diffs} labels={['As it was sent', 'At the service']} />}
        </Section>
      )}
    </>
  )
}

function VersionFields({ content }: { content: Wire }) {
  const ofPrompt = (path: string) => path === 'prompt.system' || path.startsWith('prompt.variables.')
  // A setting that the version does not set says nothing, but for what the form asks for.
  const isSet = ({ path, value }: FieldValue) =>
    value !== null || formFields.some(([each, { omitEmpty }]) => each === path && !omitEmpty)
  const shown = fieldsOf(content).filter((field) => !ofPrompt(field.path) && isSet(field))
  const [labelled, others] = [true, false].map((wanted) =>
    shown.filter(({ path }) => (fieldLabel(path) !== path) === wanted),
  )
  const { label } = versionFields['prompt.system']
  return (
    <>
      <section aria-label={label} className="flex flex-col gap-1">
        <h3 className="text-sm text-ink-muted">{label}</h3>
        <CodeBlock className="max-h-80 whitespace-pre-wrap">{fieldOf(content, 'prompt.system')}</CodeBlock>
      </section>
      <Facts
        facts={{
          ...Object.fromEntries(
            labelled?.map(({ path, value }) => [
              fieldLabel(path),
              <FieldText key={path} path={path} value={value} absent="None" ids />,
            ]) ?? [],
          ),
          Variables: <VariableList variables={fieldOf(content, 'prompt.variables')} />,
        }}
      />
      <OtherFields fields={Object.fromEntries(others?.map(({ path, value }) => [path, value]) ?? [])} />
    </>
  )
}
