import { createChatThread } from '../../contract/threads'

/** As it may stand in a script inside a page. */
const inScript = (text: string) => JSON.stringify(text).replaceAll('<', '\\u003c')

const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** The line with which a page gets the whole chat. */
export const widgetLine = (address: string, agentId: string) =>
  `<script src="${inAttribute(address)}/widget.js" data-agent="${inAttribute(agentId)}" data-title="Chat with us" async></script>`

/** A page's own chat, to be pasted and changed: it creates the thread, sends, receives as a stream, and renews a token that has ended. */
export const chatSnippet = (address: string, agentId: string) => `<div id="chat-log" role="log"></div>
<form id="chat-form">
  <label>Message <textarea name="message" required></textarea></label>
  <button>Send</button>
  <p role="status"></p>
</form>
<script type="module">
const service = ${inScript(address)}
const form = document.getElementById('chat-form')
const [button, status] = [form.querySelector('button'), form.querySelector('[role=status]')]
let chat // the thread of this visitor: { threadId, token }

function show(who, text) {
  const line = document.createElement('p')
  line.textContent = who + ': ' + text // never as HTML
  document.getElementById('chat-log').append(line)
}

// Asks as the visitor. A token is short-lived; one that has ended is renewed, once.
async function ask(path, { body, headers, isLastTry } = {}) {
  const reply = await fetch(service + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...headers,
      ...(body && { 'Content-Type': 'application/json' }),
      ...(chat && { Authorization: 'Bearer ' + chat.token }),
    },
    body: body && JSON.stringify(body),
  })
  if (reply.status === 401 && chat && !isLastTry) {
    await begin('${createChatThread.path}/' + chat.threadId + '/token', { token: chat.token })
    return ask(path, { body, headers, isLastTry: true })
  }
  if (!reply.ok) throw Object.assign(new Error((await reply.json()).message), { status: reply.status })
  return reply
}

async function begin(path, body) {
  const reply = await ask(path, { body, isLastTry: true })
  chat = await reply.json()
}

// Shows what the agent says, from the beginning on. Goes on where it was when the connection breaks.
async function follow() {
  for (let last = '0'; ; ) {
    try {
      const reply = await ask('/api/v1/threads/' + chat.threadId + '/stream', { headers: { 'Last-Event-ID': last } })
      if (reply.status === 204) return
      const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
      for (let text = ''; ; ) {
        const { value, done } = await reader.read()
        if (done) break
        const events = (text + value).split('\\n\\n')
        text = events.pop()
        for (const event of events) {
          const data = /^data: (.*)$/m.exec(event)
          last = /^id: (.*)$/m.exec(event)?.[1] ?? last
          if (/^event: closed$/m.test(event)) return (status.textContent = 'This conversation has ended.')
          if (data) show('Agent', JSON.parse(data[1]).messageBody)
        }
      }
    } catch (error) {
      status.textContent = error.message
      // Closed, or gone: asking again does not bring it back.
      if (error.status === 404 || error.status === 409) return
    }
    await new Promise((resolve) => setTimeout(resolve, 2000))
  }
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const message = form.elements.message.value.trim()
  if (!message) return
  button.disabled = true
  status.textContent = ''
  try {
    if (!chat) {
      // The browser adds the Origin of the page; no key is needed here, and none may stand here.
      await begin('${createChatThread.path}', { agentId: ${inScript(agentId)} })
      follow()
    }
    const reply = await ask('/api/v1/threads/' + chat.threadId + '/messages', { body: { message } })
    chat = { ...chat, ...(await reply.json()) } // with a new token
    show('You', message)
    form.reset()
  } catch (error) {
    status.textContent = error.message
  }
  button.disabled = false
})
</script>`
