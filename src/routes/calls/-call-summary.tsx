import { type Control, useWatch } from 'react-hook-form'
import { type DeclaredVariable, lintValues } from '../../contract/variable-lint'
import type { StoredAgent } from '../../queries/agents'
import { Notice } from '../../ui/notice'
import { Facts, Section } from '../../ui/page'
import { shortenId } from '../../ui/short-id'
import { givenVariables } from '../-shared/variable-values'
import type { CallFormValues } from './-call-form'
import { words } from './-form-words'
import { PromptOpening } from './-prompt-opening'

/** Beside the form: the call in short, and which required variables have no value yet. */
export function CallSummary({
  control,
  agent,
  declared,
  prompt,
}: {
  control: Control<CallFormValues>
  agent: StoredAgent | undefined
  declared: readonly DeclaredVariable[]
  /** Where this browser knows it. */
  prompt: string | undefined
}) {
  const values = useWatch({ control }) as CallFormValues
  const byName = givenVariables(values, declared) ?? {}
  const given = Object.keys(byName)
  const findings = lintValues(declared, byName)
  const missing = findings.filter(({ kind }) => kind === 'missing').map(({ name }) => name)
  const blank = findings.filter(({ kind }) => kind === 'blank')
  const empty = <span className="text-ink-muted">{words.summary.empty}</span>
  const id = (value: string) => (value ? <code title={value}>{shortenId(value)}</code> : empty)
  return (
    <div className="flex flex-col gap-4 wide:sticky wide:top-4">
      <Section title={words.summary.title}>
        <Facts
          facts={[
            [
              words.summary.to,
              values.toPhoneNumber ? (
                <span key="to" className="font-mono">
                  {values.toPhoneNumber}
                </span>
              ) : (
                empty
              ),
            ],
            [words.summary.agent, agent ? agent.name : id(values.agentId)],
            [words.summary.version, id(values.versionId)],
            [words.summary.from, id(values.outboundPhoneNumberId)],
            [
              words.summary.variables,
              given.join(', ') || (
                <span key="none" className="text-ink-muted">
                  {words.summary.none}
                </span>
              ),
            ],
          ]}
        />
      </Section>
      {missing.length > 0 && (
        <Notice
          tone="warn"
          title={words.summary.missing(missing.join(', '))}
          message={words.summary.missingText}
        />
      )}
      {blank.length > 0 && (
        <ul className="text-sm text-ink-muted">
          {blank.map(({ name, message }) => (
            <li key={name}>{message}</li>
          ))}
        </ul>
      )}
      {prompt && <PromptOpening prompt={prompt} declared={declared} given={byName} />}
    </div>
  )
}
