import { createAgent } from '../../contract/agents'
import { isWire } from '../../contract/reply'
import { type AgentRequest, agentRequest } from '../../contract/requests/agents'
import { IdText } from '../../ui/id-text'
import { OtherFields } from '../../ui/other-fields'
import { Facts, Section } from '../../ui/page'
import { ShowRequest } from '../-show-request'
import { words } from './-agent-page-words'
import { words as fields } from './-new-agent-words'

/** What this browser sent when it created the agent, to be read again; the interface cannot read an agent back. */
export function SentVersion({ request }: { request: unknown }) {
  const read = agentRequest.safeParse(request).data
  return (
    <Section
      title={words.page.sent}
      hint={words.page.sentHint}
      action={<ShowRequest operation={createAgent} request={() => ({ body: request })} />}
    >
      {read ? <Sent request={read} /> : isWire(request) && <OtherFields fields={request} title="Fields" />}
    </Section>
  )
}

function Sent({ request }: { request: AgentRequest }) {
  const { prompt } = request
  const none = <span className="text-ink-muted">{words.page.none}</span>
  const ids = (list: readonly string[] | undefined, name: string) =>
    list?.length ? (
      <span className="flex flex-wrap gap-x-3">
        {list.map((id) => (
          <IdText key={id} id={id} name={name} />
        ))}
      </span>
    ) : (
      none
    )
  return (
    <>
      <Facts
        facts={[
          [fields.description, request.description || none],
          [fields.useKnowledgeBase, request.useKnowledgeBase ? words.page.yes : words.page.no],
          [fields.collections, ids(request.knowledgeBaseCollectionIds, 'collection id')],
          [fields.tools, prompt.tools.join(', ') || none],
          [fields.preBuiltTools, prompt.preBuiltTools.join(', ') || none],
          [fields.voicemail, request.voicemailMessage ?? none],
          [
            fields.overrideStt,
            request.overrideSTTConfig ? (
              <code key="stt">{JSON.stringify(request.overrideSTTConfig)}</code>
            ) : (
              none
            ),
          ],
          [fields.sttConfigId, <IdText key="stt" id={request.sttConfigId} name="config id" />],
          [fields.ttsConfigId, <IdText key="tts" id={request.ttsConfigId} name="config id" />],
          [fields.llmConfigId, <IdText key="llm" id={request.llmConfigId} name="config id" />],
          [fields.voiceId, <IdText key="voice" id={request.voiceId} name="voice id" />],
          [
            fields.variables,
            prompt.variables.length > 0 ? (
              <ul key="variables">
                {prompt.variables.map(({ name, required, defaultValue }) => (
                  <li key={name}>
                    <code>{name}</code>{' '}
                    <span className="text-ink-muted">
                      {required && fields.summary.required} {defaultValue && `= ${defaultValue}`}
                    </span>
                  </li>
                ))}
              </ul>
            ) : (
              none
            ),
          ],
        ]}
      />
      <section aria-label={fields.systemPrompt} className="flex flex-col gap-1">
        <h3 className="text-sm text-ink-muted">{fields.systemPrompt}</h3>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="max-h-80 overflow-auto rounded-md bg-surface-sunken p-3 text-sm whitespace-pre-wrap"
        >
          {prompt.system}
        </pre>
      </section>
    </>
  )
}
