import { Notice } from '../../ui/notice'
import { hereFirst } from '../../ui/role'

/** Said where a version begins as one whose secrets are missing. What the form does not show goes without them. */
export const ENTER_SECRETS = 'Enter it again or remove it before you save.'

/** Which secrets of a version are not stored in this browser (D446), and what that means here. */
export const SecretsLeftOut = ({ paths = [], children }: { paths?: readonly string[]; children: string }) =>
  paths.length > 0 && (
    <Notice
      tone="warn"
      title="Secret not stored"
      message={`${hereFirst()} stores no secrets: ${paths.join(', ')} is missing here. ${children}`}
    />
  )
