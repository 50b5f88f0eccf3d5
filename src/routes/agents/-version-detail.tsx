import { lazy, Suspense, useMemo, useState } from 'react'
import { createAgentVersion } from '../../contract/agent-versions'
import { createAgent } from '../../contract/agents'
import type { Wire } from '../../contract/reply'
import type { DeclaredVariable } from '../../contract/variable-lint'
import { type FieldValue, fieldOf, fieldsOf } from '../../contract/version-content'
import { fieldLabel, versionFields } from '../../contract/version-fields'
import type { NumberedVersion } from '../../queries/service-versions'
import { Button } from '../../ui/button'
import { OtherFields } from '../../ui/other-fields'
import { Facts, Section } from '../../ui/page'
import { ShowRequest } from '../-shared/show-request'
import { formFields } from './-agent-form'
import type { AgentKnowledge } from './-agent-knowledge'
import { compareFields, nameOf, reportedContent, sentContent } from './-compare-versions'
import { EvidenceList } from './-evidence-list'
import { FieldDiffs } from './-field-diffs'
import { FieldText } from './-field-text'

const EvidenceDialog = lazy(async () => ({ default: (await import('./-evidence-dialog')).EvidenceDialog }))
const VersionNotes = lazy(async () => ({ default: (await import('./-agent-dialogs')).VersionNotes }))

/** One version: label and note, evidence, what was sent when it was created, and what the service tells of it. */
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
  const [open, setOpen] = useState<'evidence' | 'notes' | null>(null)
  const close = () => setOpen(null)
  const deployedId = belief.versionId
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
          <Button size="sm" onClick={() => setOpen('notes')}>
            Edit label and note
          </Button>
        </div>
      }
    >
      {note && <p className="max-w-[44rem] break-words whitespace-pre-line">{note}</p>}
      <Section
        title="Test evidence"
        hint="Test runs of this version, reported by the service or entered by hand."
        action={
          <Button size="sm" onClick={() => setOpen('evidence')}>
            Enter test result
          </Button>
        }
      >
        <EvidenceList evidence={evidence.filter((each) => each.versionId === versionId)} />
      </Section>
      <Held knowledge={knowledge} version={version} />
      <Suspense>
        {open === 'evidence' && (
          <EvidenceDialog agentId={agent.agentId} versionId={versionId} onClose={close} />
        )}
        {open === 'notes' && <VersionNotes agentId={agent.agentId} version={version} onClose={close} />}
      </Suspense>
    </Section>
  )
}

/** What was sent, and how what the service tells now differs from it. */
function Held({ knowledge, version }: { knowledge: AgentKnowledge; version: NumberedVersion }) {
  const sent = useMemo(() => sentContent(version), [version])
  const toldVersion = knowledge.reported(version.versionId)
  const told = useMemo(() => reportedContent(toldVersion), [toldVersion])
  const diffs = useMemo(() => sent && told && compareFields(sent.wire, told.wire, false), [sent, told])
  const differs = diffs?.some(({ state }) => state === 'changed') ?? false
  if (!sent && !told)
    return (
      <p className="text-ink-muted">
        What this version contains is not known: this browser did not create it, and the service does not
        report it.
      </p>
    )
  return (
    <>
      {sent && (
        <SentVersion
          agentId={knowledge.agent.agentId}
          request={sent.wire}
          title="Sent at creation"
          hint={
            sent.masked
              ? 'Phone numbers in one of these versions were masked in the file it was imported from.'
              : 'The request that created this version, as it was sent.'
          }
        />
      )}
      {told && (
        <Section
          title="As reported by the service"
          hint={
            sent
              ? differs
                ? 'The service reports something else than was sent. It may have been changed there since.'
                : 'The service reports what was sent.'
              : 'This browser did not create this version. The service reports this.'
          }
        >
          {sent && diffs && differs ? (
            <FieldDiffs diffs={diffs} labels={['As it was sent', 'As reported by the service']} />
          ) : (
            !sent && <SentVersion request={told.wire} />
          )}
        </Section>
      )}
    </>
  )
}

/** What a version holds. With a title it is what was sent, as a part of its own with the request. */
function SentVersion({
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
        facts={{
          ...Object.fromEntries(
            shown
              .filter(({ path }) => isNamed(path))
              .map(({ path, value }) => [
                fieldLabel(path),
                <FieldText key={path} path={path} value={value} absent="None" ids />,
              ]),
          ),
          Variables:
            variables.length > 0 ? (
              <Variables variables={variables} />
            ) : (
              <span className="text-ink-muted">None</span>
            ),
        }}
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
