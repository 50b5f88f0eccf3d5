import type { VariableFinding } from '../../contract/variable-lint'

/** Where a finding stands: the path of the field. */
export const PROMPT_PLACE = 'prompt.system'
export const VOICEMAIL_PLACE = 'voicemailMessage'

export interface Findings {
  /** The prompt they were found in. */
  readonly prompt: string
  readonly all: readonly VariableFinding[]
  /** Tools are attached whose texts nobody could read. */
  readonly toolsUnread: boolean
}
