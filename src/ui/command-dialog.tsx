import * as Radix from '@radix-ui/react-dialog'
import { type LucideIcon, Search } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classNames } from './class-names'
import { applyCspNonce } from './csp-nonce'
import type { HeldTyping } from './held-typing'
import { useReturnFocus } from './use-return-focus'

applyCspNonce()

/** One thing that can be chosen. `id` is unique in the whole list. */
export interface Command {
  readonly id: string
  readonly label: string
  readonly icon?: LucideIcon
  /** What it is, in muted words at the end. */
  readonly note?: ReactNode
}

/** Commands under a heading. */
export interface CommandGroup {
  readonly title: string
  readonly commands: readonly Command[]
}

/**
 * A search over commands in a modal dialog: a combobox whose list is always open. Arrow keys choose, Enter takes, Esc closes and gives
 * focus back; focus never leaves the field.
 * - `label`: accessible name of dialog and field; `text`, `onText`: what is searched for; `groups`: what matches `searched`, best first,
 *   which may be a moment behind the text: Enter then waits for what matches what was typed
 * - `onTake(id)`: closes first, so that what follows can take the focus; `nothing`: said when no command matches
 * - `held`: what was typed before the field was there
 * - `said`: for screen readers, how many there are; `remark`: below the list; `toggleKey`: closes with Ctrl or Cmd
 */
export function CommandDialog({
  label,
  placeholder,
  text,
  onText,
  held,
  searched,
  groups,
  onTake,
  onClose,
  nothing,
  said,
  remark,
  toggleKey,
}: {
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  held?: HeldTyping
  searched: string
  groups: readonly CommandGroup[]
  onTake: (id: string) => void
  onClose: () => void
  nothing: string
  said: string
  remark?: ReactNode
  toggleKey: string
}) {
  const list = useId()
  const focus = useReturnFocus(() => held?.from ?? null)
  const [wanted, setWanted] = useState<string | null>(null)
  const byKey = useRef(false)
  const [entered, setEntered] = useState(false)
  const commands = groups.flatMap(({ commands }) => commands)
  // The chosen one is known by its id, so that results that arrive later do not move it; else the first is.
  const found = commands.findIndex(({ id }) => id === wanted)
  const active = Math.max(0, found)
  const activeId = commands[active]?.id
  const elementId = (id: string | undefined) =>
    id === undefined ? undefined : `${list}${commands.findIndex((command) => command.id === id)}`
  const take = (id: string) => {
    onClose()
    onTake(id)
  }
  useEffect(() => {
    if (!entered || searched !== text) return
    setEntered(false)
    if (activeId !== undefined) take(activeId)
  })
  const move = (to: number) => {
    byKey.current = true
    setWanted(commands[(to + commands.length) % commands.length]?.id ?? null)
  }
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 flex animate-appear items-start justify-center overflow-hidden bg-scrim p-3 sm:pt-[12dvh]">
          <Radix.Content
            {...focus}
            aria-describedby={undefined}
            className="float flex max-h-full w-full max-w-[36rem] flex-col sm:max-h-[70dvh]"
          >
            <Radix.Title className="sr-only">{label}</Radix.Title>
            <div className="relative shrink-0 border-b border-line">
              <Search size={16} aria-hidden className="absolute top-3.5 left-3 text-ink-muted" />
              <input
                type="text"
                role="combobox"
                aria-label={label}
                aria-autocomplete="list"
                aria-expanded="true"
                aria-controls={list}
                aria-activedescendant={elementId(activeId)}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                placeholder={placeholder}
                value={text}
                onFocus={() => {
                  if (!held?.field.isConnected) return
                  const [typed = '', ...more] = held.field.value.split('\n')
                  held.field.remove()
                  onText(typed)
                  setEntered(more.length > 0)
                }}
                onChange={(event) => {
                  setWanted(null)
                  setEntered(false)
                  onText(event.target.value)
                }}
                onKeyDown={(event) => {
                  if (event.nativeEvent.isComposing) return
                  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
                    event.preventDefault()
                    if (commands.length > 0) move(active + (event.key === 'ArrowDown' ? 1 : -1))
                  } else if (event.key === 'Enter') {
                    event.preventDefault()
                    setEntered(true)
                  } else if (event.key.toLowerCase() === toggleKey && (event.ctrlKey || event.metaKey)) {
                    event.preventDefault()
                    onClose()
                  }
                }}
                className="h-11 w-full rounded-md bg-transparent pr-3 pl-10 outline-none"
              />
            </div>
            <div id={list} role="listbox" aria-label={label} className="min-h-0 overflow-y-auto p-1">
              {groups.map(({ title, commands: some }) => (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
                <div key={title} role="group" aria-label={title}>
                  <div aria-hidden className="px-2 pt-2 pb-1 text-sm text-ink-muted">
                    {title}
                  </div>
                  {some.map(({ id, label: words, icon: Icon, note }) => (
                    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: keys are handled by the field
                    <div
                      key={id}
                      id={elementId(id)}
                      ref={id === activeId && byKey.current ? reveal : undefined}
                      role="option"
                      aria-selected={id === activeId}
                      onPointerMove={() => {
                        byKey.current = false
                        if (id !== activeId) setWanted(id)
                      }}
                      // The field would lose focus before the click arrives.
                      onPointerDown={(event) => event.preventDefault()}
                      onClick={() => take(id)}
                      className={classNames(
                        'flex min-h-8 items-center gap-2.5 rounded-md px-2 py-1',
                        id === activeId && 'bg-accent-soft',
                      )}
                    >
                      {Icon && <Icon size={16} aria-hidden className="shrink-0 text-ink-muted" />}
                      <span dir="auto" className="min-w-0 grow truncate text-left">
                        {words}
                      </span>
                      {note && <span className="shrink-0 text-sm text-ink-muted">{note}</span>}
                    </div>
                  ))}
                </div>
              ))}
            </div>
            {commands.length === 0 && <p className="px-4 py-6 text-center text-ink-muted">{nothing}</p>}
            {remark && (
              <p className="shrink-0 border-t border-line px-3 py-2 text-sm text-ink-muted">{remark}</p>
            )}
            <p role="status" className="sr-only">
              {said}
            </p>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

function reveal(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}
