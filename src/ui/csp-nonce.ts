import { setNonce } from 'get-nonce'

let applied = false

/** The page's nonce for styles. Browsers hide the attribute, so this reads the property. */
export function cspNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce ?? ''
}

/** Lets the scroll lock of dialogs add its style element under our policy. Call it in parts that lock scrolling. */
export function applyCspNonce(): void {
  if (applied || typeof document === 'undefined') return
  applied = true
  const nonce = cspNonce()
  if (nonce) setNonce(nonce)
}
