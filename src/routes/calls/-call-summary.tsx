import { type Control, useWatch } from 'react-hook-form'
import { PHONE_NUMBER } from '../../contract/formats'
import { renderText } from '../../contract/placeholders'
import { isWire } from '../../contract/reply'
import { type DeclaredVariable, lintValues, type VariableFinding } from '../../contract/variable-lint'
import type { StoredAgent } from '../../queries/agents'
import { Notice } from '../../ui/notice'
import { Facts, Section } from '../../ui/page'
import { shortenId } from '../../ui/short-id'
import { NumberName } from '../-shared/number-name'
import { RenderedText } from '../-shared/rendered-text'
import { givenVariables } from '../-shared/variable-values'
import { versionWords } from '../-shared/version-choice'
import { type CallFormValues, toRequest } from './-call-form'

/** How many characters of the prompt are shown: what the call is about stands at its beginning. */
const OPENING = 700

const muted = (text: string) => <span className="text-ink-muted">{text}</span>
const empty = muted('Not chosen yet')
const idText = (value: string) => (value ? <code title={value}>{shortenId(value)}</code> : empty)

/** What is sent of a person besides the number: names alone, as values may be long. */
export function sentFacts(values: CallFormValues, declared: readonly DeclaredVariable[]) {
  const { leadId, firstName, variables, metadata } = toRequest(values, declared)
  return {
    'Lead id': leadId,
    'First name': firstName,
    Variables: variables && Object.keys(variables).join(', '),
    Metadata: metadata && Object.keys(metadata).join(', '),
  }
}

/** Beside the form: the call in short, which required variables have no value yet, and how the prompt begins. */
export function CallSummary({
  control,
  agent,
  declared,
  request,
}: {
  control: Control<CallFormValues>
  agent: StoredAgent | undefined
  declared: readonly DeclaredVariable[]
  /** The content of the version, where this browser or the service has it. */
  request: unknown
}) {
  const values = useWatch({ control }) as CallFormValues
  const given = givenVariables(values, declared) ?? {}
  const findings = lintValues(declared, given)
  const prompt = isWire(request) && isWire(request.prompt) ? request.prompt.system : undefined
  const opening = typeof prompt === 'string' ? openingOf(prompt.trim() && prompt) : ''
  const defaults = Object.fromEntries(declared.map(({ name, defaultValue }) => [name, defaultValue]))
  const blank = findings.filter(({ kind }) => kind === 'blank')
  return (
    <div className="flex flex-col gap-4 wide:sticky wide:top-4">
      <Section title="What will be sent">
        <Facts
          facts={{
            'To phone number': PHONE_NUMBER.test(values.toPhoneNumber) ? (
              <code>{values.toPhoneNumber}</code>
            ) : values.toPhoneNumber ? (
              muted('Not a phone number yet')
            ) : (
              empty
            ),
            Agent: agent ? agent.name : idText(values.agentId),
            Version: values.versionId ? (
              <span title={values.versionId}>{versionWords(agent, values.versionId)}</span>
            ) : (
              empty
            ),
            'Outbound phone number id': values.outboundPhoneNumberId ? (
              <NumberName id={values.outboundPhoneNumberId} short />
            ) : (
              empty
            ),
            ...sentFacts(values, declared),
          }}
        />
      </Section>
      <MissingValues findings={findings} />
      {blank.length > 0 && (
        <ul className="text-sm text-ink-muted">
          {blank.map(({ name, message }) => (
            <li key={name}>{message}</li>
          ))}
        </ul>
      )}
      {opening && (
        <Section title="How the prompt begins" hint="With these values. Variables are highlighted.">
          <RenderedText pieces={renderText(opening, given, defaults)} className="max-h-72 p-2 text-sm" />
        </Section>
      )}
    </div>
  )
}

/** A cut must go neither through a variable nor through a character. */
export const openingOf = (prompt: string) =>
  prompt.length > OPENING
    ? `${prompt.slice(0, OPENING).replace(/(?:\{(?:\{[^}]*\}?)?|[\ud800-\udbff])$/, '')} …`
    : prompt

/** Required variables that have neither a value nor a default. */
export function MissingValues({ findings }: { findings: readonly VariableFinding[] }) {
  const missing = findings.filter(({ kind }) => kind === 'missing').map(({ name }) => name)
  if (missing.length === 0) return null
  return (
    <Notice
      tone="warn"
      quiet
      title={`Required, without a value: ${missing.join(', ')}`}
      message="The version has no default for these."
    />
  )
}
