import { redactSaid } from '../../contract/redact'
import { OtherFields as Fields } from '../../ui/other-fields'

const hide = (fields: unknown) => {
  try {
    return redactSaid(fields, '[hidden]')
  } catch {
    // Nested too deeply to be looked through.
    return '[hidden]'
  }
}

/** What a record holds beyond what is known of it. Credentials are hidden under any name, until somebody asks (D390). */
export const OtherFields = ({ fields, title }: { fields: unknown; title?: string }) => (
  <Fields fields={fields} title={title} hide={hide} />
)
