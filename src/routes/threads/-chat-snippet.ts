import { createChatThread } from '../../contract/threads'

/** JavaScript with which a page creates its own thread (§5: with its Origin and without a key). */
export const chatSnippet = (
  agentId: string,
) => `const SERVICE_URL = 'https://service.example' // the base address of your service
const reply = await fetch(SERVICE_URL + ${JSON.stringify(createChatThread.path)}, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ agentId: ${JSON.stringify(agentId)} }),
})
if (!reply.ok)
  throw new Error('The web chat could not be created: ' + reply.status)
const thread = await reply.json()
// It holds the id of the thread and the token for this visitor.
// The token is short-lived: ask for a new one, do not keep it.`
