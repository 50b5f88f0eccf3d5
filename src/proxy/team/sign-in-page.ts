import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { SESSION_CHANNEL, type SessionNews } from '../../contract/session'
import { escapeText, SAFE_HEADERS } from '../answer'

/** As in `styles.css`, which a test compares. Written here because the page stands before every other file. */
export const COLORS = {
  surface: 'light-dark(#fbfaf8, #191816)',
  'surface-raised': 'light-dark(#ffffff, #22211e)',
  line: 'light-dark(#e4e0d8, #34322d)',
  'line-strong': 'light-dark(#8c857a, #7d776d)',
  ink: 'light-dark(#201e1b, #ece9e3)',
  'ink-muted': 'light-dark(#625d55, #aaa49a)',
  accent: 'light-dark(#3346c2, #a3b0ff)',
  'accent-ink': 'light-dark(#ffffff, #14183a)',
  bad: 'light-dark(#ad231b, #ff9f95)',
  'bad-soft': 'light-dark(#fce9e7, #3b201d)',
} as const

const STYLES = `:root{color-scheme:light dark;${Object.entries(COLORS)
  .map(([name, value]) => `--${name}:${value}`)
  .join(';')}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--surface);color:var(--ink);
font:14px/20px ui-sans-serif,system-ui,sans-serif}
main{width:100%;max-width:360px;padding:24px;background:var(--surface-raised);border:1px solid var(--line);border-radius:6px;overflow-wrap:anywhere}
.name{display:flex;align-items:center;gap:8px;margin:0 0 20px;font-weight:600}
h1{margin:0 0 16px;font-size:18px;line-height:24px;font-weight:600}
label{display:block;margin-bottom:4px;font-weight:600}
input,button,.button{width:100%;min-height:40px;padding:8px 12px;font:inherit;border-radius:6px}
input{color:inherit;background:var(--surface);border:1px solid var(--line-strong)}
button,.button{margin-top:16px;font-weight:600;color:var(--accent-ink);background:var(--accent);border:1px solid transparent;cursor:pointer}
.button{display:block;text-align:center;text-decoration:none}
.other{display:block;margin-top:16px;text-align:center;color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
[role=alert]{margin:0 0 16px;padding:8px 12px;color:var(--bad);background:var(--bad-soft);border-radius:6px}`

const LOGO = `<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#3346c2"/><g fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"><circle cx="10" cy="9.5" r="2.4"/><circle cx="22" cy="9.5" r="2.4"/><circle cx="10" cy="22.5" r="2.4"/><path d="M12 11.2 20.3 20.8"/></g><circle cx="22" cy="22.5" r="3.4" fill="#fff"/></svg>`

export interface SignInText {
  /** Where to go afterwards, an address of ours. */
  readonly to: string
  /** Where the form goes. */
  readonly action: string
  /** People sign in at a provider: for the first time, again, or there as somebody else. */
  readonly provider?: 'first' | 'again' | 'other' | undefined
  /** What went wrong. */
  readonly problem?: string
}

const PROVIDER_WORDS = { first: 'Sign in', again: 'Sign in again', other: 'Use another account' } as const

const passwordForm = ({ to, action }: SignInText) => `<form method="post" action="${escapeText(action)}">
<input type="hidden" name="to" value="${escapeText(to)}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus>
<button>Sign in</button>
</form>`

/** Links and no form: the policy lets no form lead to another site. The provider may still know who signed in last (D881). */
function providerLinks({ to, action, provider = 'first' }: SignInText) {
  const link = (of: keyof typeof PROVIDER_WORDS, look: string) => {
    const query = new URLSearchParams({ to, ...(of === 'other' ? { other: 'yes' } : {}) })
    return `<a class="${look}" href="${escapeText(`${action}/start?${query}`)}">${PROVIDER_WORDS[of]}</a>`
  }
  return link(provider, 'button') + (provider === 'first' ? link('other', 'other') : '')
}

const contentOf = (text: SignInText) => `<h1>Sign in</h1>
${text.problem === undefined ? '' : `<p role="alert">${escapeText(text.problem)}</p>`}
${text.provider === undefined ? passwordForm(text) : providerLinks(text)}`

const pageOf = (content: string, nonce: string, head = '') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in · Switchboard</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${STYLES}</style>
${head}</head>
<body>
<main>
<p class="name">${LOGO} Switchboard</p>
${content}
</main>
</body>
</html>
`

type Headers = Readonly<Record<string, string | string[]>>

/** Answers with the page where somebody signs in. It has no script and reads no other file. */
export const answerSignInPage = (
  response: ServerResponse,
  status: number,
  text: SignInText,
  headers: Headers = {},
) => answerPage(response, status, (nonce) => pageOf(contentOf(text), nonce), headers)

/** Answers whom the provider led back with a page that goes on by itself. */
export function answerGoingOn(
  response: ServerResponse,
  { to, name }: { readonly to: string; readonly name: string },
  headers: Headers,
) {
  const content = `<h1>Signed in</h1>
<p>You are ${escapeText(name)}.</p>
<a class="button" href="${escapeText(to)}">Go on</a>`
  const head = `<meta http-equiv="refresh" content="0;url=${escapeText(to)}">\n`
  answerPage(response, 200, (nonce) => pageOf(content, nonce, head), headers)
}

/** Answers a person who opens a page, or signs in, while nobody can be let in. */
export function answerAway(response: ServerResponse, to: string, problem: string, headers: Headers) {
  const content = `<h1>Not now</h1>
<p role="alert">${escapeText(problem)}.</p>
<a class="button" href="${escapeText(to)}">Try again</a>`
  answerPage(response, 503, (nonce) => pageOf(content, nonce), headers)
}

/** Answers the window in which somebody signed in beside a page that waits for it. */
export function answerDone(response: ServerResponse, basePath: string) {
  const content = '<h1>Signed in</h1><p>Close this window and go on where you were.</p>'
  const tell = `new BroadcastChannel('${SESSION_CHANNEL}${basePath}').postMessage('${'in' satisfies SessionNews}');close()`
  const script = (nonce: string) => `<script nonce="${nonce}">${tell}</script>\n`
  answerPage(response, 200, (nonce) => pageOf(content, nonce, script(nonce)), {}, true)
}

function answerPage(
  response: ServerResponse,
  status: number,
  page: (nonce: string) => string,
  headers: Headers,
  hasScript = false,
) {
  const nonce = randomBytes(18).toString('base64')
  const body = Buffer.from(page(nonce))
  response.writeHead(status, {
    ...SAFE_HEADERS,
    // Without a referrer, browsers name no origin for the form either, and the guard refuses it.
    'referrer-policy': 'same-origin',
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': body.length,
    'content-security-policy': `default-src 'none'; ${hasScript ? `script-src 'nonce-${nonce}'; ` : ''}style-src 'nonce-${nonce}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
    ...headers,
  })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}
