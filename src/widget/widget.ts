import { STYLE } from './style'
import { openVisit, type Said, VisitFailed } from './visit'

// The chat widget, one script for a page on any allowed origin (D333): <script src=".../widget.js" data-agent="..." async></script>
// What is said is shown as text only, and nothing needs more of a content policy than this script and connections to the service.

const ENDED = 'This conversation has ended.'
const ANEW = 'Your earlier conversation has ended. This is a new one.'

type Attributes = Readonly<Record<string, string>>

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...inside)
  return element
}

interface Words {
  /** On the button that opens the chat, and as the name of the dialog. */
  readonly title: string
}

function build({ title }: Words) {
  const open = make(
    'button',
    { id: 'open', type: 'button', 'aria-expanded': 'false', 'aria-controls': 'panel' },
    title,
  )
  const close = make('button', { type: 'button', class: 'quiet', 'aria-label': 'Close chat' }, '✕')
  const log = make('div', { id: 'log', role: 'log', 'aria-label': 'Messages', tabindex: '0' })
  const state = make('p', { id: 'state', role: 'status' })
  // Without `maxlength`, which cuts what is pasted without a word.
  const text = make('textarea', { rows: '1', dir: 'auto', enterkeyhint: 'send' })
  const send = make('button', { type: 'submit' }, 'Send')
  const form = make('form', {}, make('label', {}, 'Message', text), send)
  const anew = make('button', { id: 'new', type: 'button', hidden: '' }, 'Start a new conversation')
  const panel = make(
    'div',
    { id: 'panel', role: 'dialog', 'aria-labelledby': 'title', hidden: '' },
    make('header', {}, make('h2', { id: 'title' }, title), close),
    log,
    state,
    form,
    anew,
  )
  return { open, close, log, state, text, send, form, anew, panel }
}

function start(service: string, agentId: string, words: Words): HTMLElement {
  const host = make('switchboard-chat' as 'div')
  const root = host.attachShadow({ mode: 'open' })
  // A sheet of the script's own needs no `style-src` of the page's policy.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLE)
  root.adoptedStyleSheets = [sheet]
  const parts = build(words)
  const { open, close, log, state, text, send, form, anew, panel } = parts
  root.append(panel, open)

  const visit = openVisit(service, agentId, {
    onNews: () => void look(),
    onEnd: () => void end(),
    // The agent knows nothing of what was said before.
    onAnew: () => log.replaceChildren(make('p', { class: 'note' }, ANEW)),
  })
  let isSending = false
  /** Readings that are asked for while one is under way are one more. */
  let reading: Promise<void> | undefined
  let isAsked = false
  /** The last reading failed, and the visitor was told. */
  let isLost = false
  /** The conversation has ended, which is said after its last messages. */
  let isOver = false

  const say = (words: string) => {
    state.textContent = words
  }

  function item(said: Said): HTMLElement {
    const isMine = said.direction === 'INBOUND'
    const who = make('span', { class: 'unseen' }, isMine ? 'You: ' : 'Agent: ')
    return make('p', { dir: 'auto', 'data-id': said.id, class: isMine ? 'mine' : '' }, who, said.messageBody)
  }

  /** Adds what is new, so that a screen reader reads that alone. */
  function show(all: readonly Said[]) {
    const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40
    const shown = new Set([...log.children].map((each) => each.getAttribute('data-id')))
    for (const said of all) if (!shown.has(said.id)) log.append(item(said))
    if (isAtEnd) log.scrollTop = log.scrollHeight
  }

  function look(): Promise<void> {
    isAsked = true
    reading ??= read()
    return reading
  }

  async function read() {
    while (isAsked) {
      isAsked = false
      try {
        show(await visit.read())
        if (isLost) say('')
        isLost = false
      } catch (error) {
        isLost = true
        fail(error)
      }
    }
    reading = undefined
  }

  function fail(error: unknown) {
    if (error instanceof VisitFailed && error.hasEnded) return void end()
    say(error instanceof VisitFailed ? error.message : 'The chat does not work here.')
  }

  async function end() {
    if (isOver) return
    isOver = true
    await look()
    const hadFocus = form.contains(root.activeElement)
    form.hidden = true
    anew.hidden = false
    say(ENDED)
    if (hadFocus) anew.focus()
  }

  async function submit() {
    const message = text.value.trim()
    if (isSending || message === '') return
    isSending = true
    send.setAttribute('aria-disabled', 'true')
    say('Sending …')
    const taken = () => {
      // What was typed meanwhile stays.
      if (text.value.trim() === message) text.value = ''
      say('')
    }
    await reading
    const before = new Set(log.children)
    try {
      await visit.send(message)
      taken()
      await look()
    } catch (error) {
      // Only the answer may be lost: what was taken must not be sent twice.
      await look()
      const added = [...log.children].filter((each) => !before.has(each))
      if (added.some((each) => each.matches('.mine') && each.lastChild?.nodeValue === message)) taken()
      else fail(error)
    }
    isSending = false
    send.removeAttribute('aria-disabled')
  }

  function setOpen(isOpen: boolean) {
    panel.hidden = !isOpen
    open.setAttribute('aria-expanded', String(isOpen))
    if (!isOpen) return open.focus()
    ;(form.hidden ? anew : text).focus()
    void look()
  }

  open.addEventListener('click', () => setOpen(Boolean(panel.hidden)))
  close.addEventListener('click', () => setOpen(false))
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    setOpen(false)
  })
  text.addEventListener('keydown', (event) => {
    // Enter also chooses a character where several keys make one.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    void submit()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
  anew.addEventListener('click', () => {
    visit.leave()
    isOver = false
    log.replaceChildren()
    say('')
    form.hidden = false
    anew.hidden = true
    text.focus()
    void look()
  })
  return host
}

const script = document.currentScript
if (script instanceof HTMLScriptElement && script.dataset.agent) {
  const { agent, title = 'Chat with us' } = script.dataset
  const host = start(new URL(script.src).origin, agent, { title })
  if (document.body) document.body.append(host)
  else addEventListener('DOMContentLoaded', () => document.body.append(host))
}
