import { isWire, type Wire } from '../../contract/reply'
import { Section } from '../../ui/page'

const nothing: Wire = {}
const textOf = (value: unknown) =>
  value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value)

/** The variables that this browser sent for a call beside those that the service reports it used. */
export function CallVariables({ asked, used }: { asked: unknown; used: unknown }) {
  const sent = isWire(asked) ? asked : nothing
  const reported = isWire(used) ? used : nothing
  const names = [...new Set([...Object.keys(sent), ...Object.keys(reported)])]
  if (names.length === 0) return null
  const columns = [asked !== undefined && ['Requested', sent], used !== undefined && ['Used', reported]]
  const shown = columns.filter((column): column is [string, Wire] => column !== false)
  return (
    <Section title="Variables">
      <table className="w-full table-fixed text-sm">
        <thead>
          <tr>
            {['Name', ...shown.map(([header]) => header)].map((header) => (
              <th key={header} scope="col" className="pr-2 pb-1 text-left font-normal text-ink-muted">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name} className="border-t border-line align-top">
              <th scope="row" className="py-1 pr-2 text-left font-mono font-normal wrap-anywhere">
                {name}
              </th>
              {shown.map(([header, values]) => (
                <td key={header} className="py-1 pr-2 wrap-anywhere">
                  {textOf(values[name]) ?? <span className="text-ink-muted">–</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
