import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { createAgentVersion, updateAgentVersion } from '../../contract/agent-versions'
import { createAgent } from '../../contract/agents'
import type { Wire } from '../../contract/reply'
import { type FieldValue, fieldOf, fieldsOf } from '../../contract/version-content'
import { fieldLabel, versionFields } from '../../contract/version-fields'
import type { NumberedVersion } from '../../queries/service-versions'
import { Button, buttonClass } from '../../ui/button'
import { CodeBlock } from '../../ui/code-block'
import { OtherFields } from '../../ui/other-fields'
import { Facts, Section } from '../../ui/page'
import { ShowRequest } from '../-shared/show-request'
import { useOffered } from '../-shared/use-offered'
import { formFields } from './-agent-form'
import type { AgentKnowledge } from './-agent-knowledge'
import { compareFields, nameOf, reportedContent, sentContent } from './-compare-versions'
import { EnterResult, EvidenceList } from './-evidence-list'
import { FieldDiffs, FieldText, VariableList } from './-field-diffs'

const VersionNotes = lazy(async () => ({ default: (await import('./-agent-dialogs')).VersionNotes }))

/** One version: label and note, evidence, what was sent when it was created, and what the service reports of it. */
export function VersionDetail({
  knowledge,
  version,
  onCompare,
}: {
  knowledge: AgentKnowledge
  version: NumberedVersion
  onCompare: (before: string, after: string) => void
}) {
  const { agent, belief, evidence } = knowledge
  const { versionId, note } = version
  const [editing, setEditing] = useState(false)
  const deployedId = belief.versionId
  // A write is not tried to find out whether it is offered; who lists versions is taken to change them, until it says otherwise (D131).
  const canEdit =
    useOffered(updateAgentVersion) !== false &&
    deployedId !== versionId &&
    knowledge.reported(versionId)?.content !== undefined
  return (
    <Section
      title={`Version ${nameOf(version)}`}
      action={
        <div className="flex flex-wrap gap-2 rail:justify-end">
          {deployedId && deployedId !== versionId && (
            <Button size="sm" onClick={() => onCompare(deployedId, versionId)}>
              Compare with the deployed version
            </Button>
          )}
          {canEdit && (
            <Link
              to="/agents/$agentId/versions/new"
              params={{ agentId: agent.agentId }}
              search={{ from: versionId, edit: true }}
              className={buttonClass('secondary', 'sm')}
            >
              Edit version
            </Link>
          )}
          <Button size="sm" onClick={() => setEditing(true)}>
            Edit label and note
          </Button>
        </div>
      }
    >
      {note && <p className="max-w-[44rem] break-words whitespace-pre-line">{note}</p>}
      <Section
        title="Test evidence"
        hint="Test runs of this version, reported by the service or entered by hand."
        action={<EnterResult agentId={agent.agentId} versionId={versionId} />}
      >
        <EvidenceList evidence={evidence.filter((each) => each.versionId === versionId)} />
      </Section>
      <Contents knowledge={knowledge} version={version} />
      {editing && (
        <Suspense>
          <VersionNotes agentId={agent.agentId} version={version} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Section>
  )
}

/** What was sent, and how what the service reports now differs from it. */
function Contents({ knowledge, version }: { knowledge: AgentKnowledge; version: NumberedVersion }) {
  const sent = sentContent(version)
  const reported = reportedContent(knowledge.reported(version.versionId))
  if (!sent && !reported)
    return (
      <p className="text-ink-muted">
        What this version contains is not known: this browser did not create it, and the service does not
        report it.
      </p>
    )
  const diffs = sent && reported && compareFields(sent.wire, reported.wire, false)
  const differs = diffs?.some(({ state }) => state === 'changed')
  // Only the creation of an agent names one.
  const created = sent && 'name' in sent.wire
  const { agentId } = knowledge.agent
  return (
    <>
      {sent && (
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
              request={() => ({ ...(!created && { params: { agentId } }), body: sent.wire })}
            />
          }
        >
          <VersionFields content={sent.wire} />
        </Section>
      )}
      {reported && (
        <Section
          title="As reported by the service"
          hint={
            !sent
              ? 'This browser did not create this version. The service reports this.'
              : differs
                ? 'The service reports something else than was sent. It may have been changed there since.'
                : 'The service reports what was sent.'
          }
        >
          {!sent && <VersionFields content={reported.wire} />}
          {diffs && differs && (
            <FieldDiffs diffs={diffs} labels={['As it was sent', 'As reported by the service']} />
          )}
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
