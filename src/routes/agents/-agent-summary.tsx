import { useDeferredValue, useEffect, useEffectEvent, useMemo } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { VariableFinding } from '../../contract/variable-lint'
import { at } from '../../contract/version-content'
import { agentLabels } from '../../contract/version-fields'
import { Notice } from '../../ui/notice'
import { countOf } from '../../ui/numbers'
import { Facts, Section } from '../../ui/page'
import { type AgentFormValues, formFields } from './-agent-form'
import { FieldText, VariableList } from './-field-text'
import { type Findings, isBeingWritten } from './-findings'
import { lintVersion } from './-lint-version'
import { nameOfTool, useTools } from './-use-tools'

/**
 * How the variables of the form fit, a moment after what was typed: never in the way of a key. What is still being written at `writingAt`
 * of the prompt is not judged yet.
 */
function useFindings(control: Control<AgentFormValues>, writingAt: number | null): Findings {
  const { tools } = useTools()
  const values = useDeferredValue(useWatch({ control }) as AgentFormValues)
  const whole = useMemo(() => lintVersion(values, tools ?? []), [values, tools])
  return useMemo(
    () => ({
      prompt: values.prompt.system,
      all: whole.filter((finding) => !isBeingWritten(finding, writingAt)),
      toolsUnread: values.prompt.tools.length > 0 && !tools,
    }),
    [whole, values, tools, writingAt],
  )
}

const muted = (text: string) => <span className="text-ink-muted">{text}</span>

/** Beside the form: what it holds, in short, and which variables do not fit, with the way to each. */
export function AgentSummary({
  control,
  withAgent,
  writingAt,
  onFindings,
  onJump,
}: {
  control: Control<AgentFormValues>
  /** The name and the type of the agent are sent, too. */
  withAgent: boolean
  /** Where in the prompt somebody is writing: what stands there is not done yet. */
  writingAt: number | null
  /** Told what is found, for the editor and the table of variables. */
  onFindings: (findings: Findings) => void
  onJump: (finding: VariableFinding) => void
}) {
  const findings = useFindings(control, writingAt)
  const { tools } = useTools(false)
  const tell = useEffectEvent(onFindings)
  useEffect(() => tell(findings), [findings])
  const values = useWatch({ control }) as AgentFormValues
  const { prompt, knowledgeBaseCollectionIds: collectionIds } = values
  const words = prompt.system.match(/\S+/g)?.length ?? 0
  const mistakes = findings.all.filter(({ severity }) => severity !== 'note')
  // That a required variable has no default is said at its row; here it would bury what is unused.
  const notes = findings.all.filter(({ kind }) => kind === 'unused')
  return (
    <div className="flex flex-col gap-4 wide:sticky wide:top-12">
      <Section title={withAgent ? 'What will be sent' : 'Version summary'}>
        <Facts
          facts={{
            ...(withAgent && {
              [agentLabels.name]: values.name.trim() || muted('No name yet'),
              [agentLabels.agentType]: values.agentType,
            }),
            'System prompt': prompt.system
              ? `${countOf(prompt.system.length, 'character')}, ${countOf(words, 'word')}`
              : muted('Empty'),
            Variables: <VariableList variables={prompt.variables} />,
            Knowledge: !values.useKnowledgeBase
              ? 'Not used'
              : collectionIds.length === 0
                ? 'Used, without a collection'
                : countOf(collectionIds.length, 'collection'),
            Tools:
              [...prompt.tools.map((slug) => nameOfTool(slug, tools)), ...prompt.preBuiltTools].join(', ') ||
              muted('None'),
            ...Object.fromEntries(
              formFields
                .filter(([, { inSummary }]) => inSummary)
                .map(([path, { label }]) => [
                  label,
                  <FieldText key={path} path={path} value={at(values, path)} absent="None" />,
                ]),
            ),
          }}
        />
      </Section>
      <FindingLinks title="Variables that do not fit" findings={mistakes} onJump={onJump} />
      {prompt.system !== '' && (
        <FindingLinks title="Good to know about variables" findings={notes} onJump={onJump} muted />
      )}
      {findings.toolsUnread && (
        <Notice title="The texts of the attached tools are not checked: the tool list was not read." />
      )}
      {collectionIds.length > 0 && !values.useKnowledgeBase && (
        <Notice tone="warn" title='Collections are chosen, but "Use knowledge base" is off.' />
      )}
    </div>
  )
}

function FindingLinks({
  title,
  findings,
  onJump,
  muted = false,
}: {
  title: string
  findings: readonly VariableFinding[]
  onJump: (finding: VariableFinding) => void
  muted?: boolean
}) {
  if (findings.length === 0) return null
  return (
    <Section title={title}>
      <ul className="flex flex-col gap-1 text-sm">
        {findings.map((finding) => (
          <li key={`${finding.kind} ${finding.place} ${finding.start} ${finding.name} ${finding.message}`}>
            <button
              type="button"
              onClick={() => onJump(finding)}
              className={`min-h-6 text-left break-words underline underline-offset-4 hover:text-ink ${
                muted ? 'text-ink-muted' : finding.severity === 'error' ? 'text-bad' : 'text-busy'
              }`}
            >
              {finding.message}
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
