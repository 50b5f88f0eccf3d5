/** A copy of a request that may leave this browser in a file: text under names such as `token` is replaced (D66). */
export { redact as withoutSecrets } from '../ledger/redact'
