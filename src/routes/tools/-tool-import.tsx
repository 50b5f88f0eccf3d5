import { useId, useState } from 'react'
import { readCurl } from '../../contract/read-curl'
import { type ListedOperation, readOpenApi } from '../../contract/read-openapi'
import { NotImported, type ToolDraft } from '../../contract/tool-draft'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'

type Kind = 'curl' | 'openapi'

const WORDS = {
  curl: { label: 'cURL command', button: 'Import from cURL', rows: 4 },
  openapi: {
    label: 'OpenAPI document (JSON), pasted or dropped here',
    button: 'Import from OpenAPI',
    rows: 6,
  },
} as const

/** Fills the form from a cURL command or from an operation of an OpenAPI document. Nothing is sent. */
export function ToolImport({ onDraft }: { onDraft: (draft: ToolDraft) => void }) {
  const [kind, setKind] = useState<Kind>()
  const [filled, setFilled] = useState<ToolDraft>()
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        {(['curl', 'openapi'] as const).map((each) => (
          <Button
            key={each}
            size="sm"
            aria-expanded={kind === each}
            onClick={() => setKind(kind === each ? undefined : each)}
          >
            {WORDS[each].button}
          </Button>
        ))}
      </div>
      {kind && (
        <ImportText
          key={kind}
          kind={kind}
          onDraft={(draft) => {
            onDraft(draft)
            setFilled(draft)
            setKind(undefined)
          }}
        />
      )}
      {filled && (
        <Notice title="The form was filled in. Nothing is sent until you create the tool.">
          {filled.notes.length > 0 && (
            <ul className="list-disc pl-4">
              {filled.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
    </div>
  )
}

function ImportText({ kind, onDraft }: { kind: Kind; onDraft: (draft: ToolDraft) => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [reason, setReason] = useState<string>()
  const [operations, setOperations] = useState<readonly ListedOperation[]>([])
  const [chosen, setChosen] = useState('')
  const attempt = (work: () => void) => {
    try {
      work()
      setReason(undefined)
    } catch (error) {
      if (!(error instanceof NotImported)) throw error
      setReason(error.message)
    }
  }
  const change = (next: string) => {
    setText(next)
    setReason(undefined)
    setOperations([])
    if (kind !== 'openapi' || next.trim() === '') return
    attempt(() => {
      const read = readOpenApi(next)
      setOperations(read.operations)
      setChosen(read.operations[0]?.key ?? '')
    })
  }
  const fill = () =>
    attempt(() => {
      if (kind === 'curl') return onDraft(readCurl(text))
      const operation = operations.find(({ key }) => key === chosen)
      if (operation) onDraft(operation.draft())
    })
  const { label, rows } = WORDS[kind]
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line p-3">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <textarea
        id={id}
        value={text}
        rows={rows}
        spellCheck={false}
        aria-invalid={reason ? true : undefined}
        aria-describedby={reason ? `${id}m` : undefined}
        className="control max-h-60 font-mono text-sm"
        onChange={({ target }) => change(target.value)}
        onDrop={(event) => {
          const [file] = event.dataTransfer.files
          if (!file) return
          event.preventDefault()
          void file.text().then(change, () => setReason('It could not be read. Drop a file, not a folder.'))
        }}
      />
      {reason && (
        <p id={`${id}m`} role="alert" className="text-sm text-bad">
          {reason}
        </p>
      )}
      {operations.length > 0 && (
        <label className="flex flex-col gap-1">
          <span className="font-semibold">Operation</span>
          <select value={chosen} onChange={({ target }) => setChosen(target.value)} className="control">
            {operations.map(({ key, summary }) => (
              <option key={key} value={key}>
                {summary ? `${key}: ${summary}` : key}
              </option>
            ))}
          </select>
        </label>
      )}
      <div>
        <Button
          size="sm"
          aria-disabled={kind === 'curl' ? text.trim() === '' : operations.length === 0}
          onClick={fill}
        >
          Fill the form
        </Button>
      </div>
    </div>
  )
}
