import { type Control, useWatch } from 'react-hook-form'
import type { DeclaredVariable } from '../../contract/variable-lint'
import type { KnownAgent } from '../../queries/agents'
import { Notice } from '../../ui/notice'
import { Facts, Section } from '../../ui/page'
import { shortenId } from '../../ui/short-id'
import { type CallFormValues, keyOf } from './call-form'
import { words } from './form-words'

/** Beside the form: the call in short, and which required variables have no value yet. */
export function CallSummary({
  control,
  agent,
  declared,
}: {
  control: Control<CallFormValues>
  agent: KnownAgent | undefined
  declared: readonly DeclaredVariable[]
}) {
  const values = useWatch({ control }) as CallFormValues
  const textOf = (name: string) => values.declared[keyOf(name)] ?? ''
  const given = [
    ...declared.map(({ name }) => name).filter((name) => textOf(name) !== ''),
    ...values.extra.filter(({ name, value }) => name.trim() && value).map(({ name }) => name.trim()),
  ]
  const missing = declared
    .filter(
      ({ name, required, defaultValue }) =>
        required && defaultValue.trim() === '' && textOf(name).trim() === '',
    )
    .map(({ name }) => name)
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
    </div>
  )
}
