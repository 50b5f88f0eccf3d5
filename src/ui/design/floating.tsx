import { useState } from 'react'
import { Button } from '../button'
import { CommandDialog } from '../command-dialog'
import { ConfirmDialog, TypeToConfirm } from '../confirm-dialog'
import { Dialog } from '../dialog'
import { DropArea } from '../drop-area'
import { Notice } from '../notice'
import { Section } from '../page'
import { SidePanel } from '../side-panel'
import { TableSettings } from '../table-settings'
import type { TableView } from '../table-view'
import { toast } from '../toast-store'

const PARTS = [
  'Dialog',
  'Large dialog',
  'Confirmation',
  'Harmless confirmation',
  'Locked confirmation',
  'Waiting confirmation',
  'Typed confirmation',
  'Refused',
  'Side panel',
  'Drop area',
  'Commands',
  'Columns',
] as const

/** What floats above the page, each opened by its button. */
export function Floating() {
  const [open, setOpen] = useState<(typeof PARTS)[number]>()
  const [text, setText] = useState('')
  const [view, setView] = useState<TableView>({ hidden: [], dense: false })
  const close = () => setOpen(undefined)
  const confirmation = {
    title: 'Delete 3 files',
    description: 'They are in no collection.',
    consequence: 'It cannot be taken back.',
    action: 'Delete files',
    variant: 'danger',
    onConfirm: close,
    onClose: close,
  } as const
  return (
    <Section title="Above the page">
      <p className="flex flex-wrap gap-2">
        {PARTS.map((part) => (
          <Button key={part} onClick={() => setOpen(part)}>
            {part}
          </Button>
        ))}
        {(['good', 'info', 'bad'] as const).map((tone) => (
          <Button
            key={tone}
            onClick={() =>
              toast({
                title: `A ${tone} toast`,
                message: 'With a message.',
                tone,
                action: { label: 'Undo', onSelect: close },
              })
            }
          >
            {`Toast, ${tone}`}
          </Button>
        ))}
      </p>
      {open === 'Columns' && (
        <TableSettings
          table="Files"
          columns={[
            { id: 'name', header: 'Name' },
            { id: 'status', header: 'Status' },
          ]}
          view={view}
          onChange={setView}
          onClose={close}
        />
      )}
      {(open === 'Dialog' || open === 'Large dialog') && (
        <Dialog
          title="New collection"
          description="A group of files."
          size={open === 'Dialog' ? 'md' : 'lg'}
          onClose={close}
          footer={<Button variant="primary">Create collection</Button>}
        >
          <p>Its content.</p>
          <TypeToConfirm word="returns" value={text} onChange={setText} />
        </Dialog>
      )}
      {open === 'Confirmation' && <ConfirmDialog {...confirmation} />}
      {open === 'Harmless confirmation' && (
        <ConfirmDialog title="Start this run?" action="Run now" onConfirm={close} onClose={close} sends />
      )}
      {open === 'Locked confirmation' && <ConfirmDialog {...confirmation} locked="Tick the box first." />}
      {open === 'Waiting confirmation' && (
        <ConfirmDialog {...confirmation} pending waiting={<p role="status">This takes a while.</p>} />
      )}
      {open === 'Typed confirmation' && <ConfirmDialog {...confirmation} typeToConfirm="delete" />}
      {open === 'Refused' && (
        <ConfirmDialog
          {...confirmation}
          pending
          error={<Notice tone="error" title="Could not delete" message="The service refused." />}
        />
      )}
      {open === 'Side panel' && (
        <SidePanel
          title="returns-policy.md"
          description="12 kB"
          onClose={close}
          footer={<Button>Replace file</Button>}
        >
          <p>Its content.</p>
        </SidePanel>
      )}
      {open === 'Drop area' && (
        <div onPointerMove={close}>
          <DropArea label="Upload files" hint=".pdf and .md" onFiles={close} />
        </div>
      )}
      {open === 'Commands' && (
        <CommandDialog
          label="Go to"
          placeholder="Screen or name"
          text={text}
          onText={setText}
          searched={text}
          groups={[{ title: 'Screens', commands: [{ id: 'files', label: 'Files', note: 'g f' }] }]}
          onTake={close}
          onClose={close}
          nothing="Nothing matches."
          said="1 command"
          toggleKey="k"
        />
      )}
    </Section>
  )
}
