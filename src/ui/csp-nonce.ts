import { setNonce } from 'get-nonce'

let applied = false

/** The nonce of this page, under which styles pass our policy. Browsers hide the attribute from selectors, so the property is read. */
export function cspNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? ''
}

/**
 * Lets the scroll lock of dialogs and menus add its one style element under our policy (style-src 'self' 'nonce-...'). The nonce comes
 * from `<meta name="csp-nonce" nonce="...">`. Called by the parts that need it.
 */
export function applyCspNonce(): void {
  if (applied || typeof document === 'undefined') return
  applied = true
  const nonce = cspNonce()
  if (nonce) setNonce(nonce)
}
