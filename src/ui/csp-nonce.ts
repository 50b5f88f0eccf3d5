import { setNonce } from 'get-nonce'

let applied = false

/**
 * Lets the scroll lock of dialogs and menus add its one style element under our policy (style-src 'self' 'nonce-...'). The nonce comes
 * from `<meta name="csp-nonce" nonce="...">`; browsers hide the attribute from selectors, so the property is read. Called by the parts that need it.
 */
export function applyCspNonce(): void {
  if (applied || typeof document === 'undefined') return
  applied = true
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce
  if (nonce) setNonce(nonce)
}
