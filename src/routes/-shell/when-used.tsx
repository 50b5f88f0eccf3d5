import type { QueryClient } from '@tanstack/react-query'
import type { UseNavigateResult } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { extensionOf } from '../../contract/files'
import { promptOf } from '../../queries/typed-prompt'
import { subscribeUploads, uploadCount } from '../../queries/upload-count'
import { countOf, formatCount } from '../../ui/numbers'
import { LOOK_ONLY, mayWrite } from '../../ui/role'
import { toast } from '../../ui/toast-store'

/** How many documents are still on their way, which go on whatever screen is shown. */
export function UploadsLeft() {
  const left = useSyncExternalStore(subscribeUploads, uploadCount)
  return (
    left && (
      <span aria-hidden className="ml-auto text-sm">
        {left.isPaused ? 'Paused' : `${formatCount(left.done)} of ${formatCount(left.total)}`}
      </span>
    )
  )
}

/** What was dropped where nothing takes it. */
export interface Dropped {
  readonly files: readonly File[]
  /** A folder is among it. */
  readonly isFolder: boolean
}

/** Says that files were dropped where nothing takes them, and takes documents to Files when an operator says so. */
export function refuseDrop(
  client: QueryClient,
  navigate: UseNavigateResult<string>,
  { files, isFolder }: Dropped,
): void {
  const said = {
    tone: 'info',
    title: 'This screen takes no files',
    above: document.getElementById('main')?.closest('[aria-hidden="true"], [inert]') !== null,
  } as const
  if (!mayWrite()) {
    toast({ ...said, message: LOOK_ONLY })
    return
  }
  const showFiles = () => void navigate({ to: '/knowledge/files' })
  // What is in a folder is read by what takes the drop on Files.
  if (isFolder) {
    const action = { label: 'Go to Files', onSelect: showFiles }
    toast({ ...said, message: 'Nothing was uploaded. Drop the folder on Files.', action })
    return
  }
  const documents = files.filter(({ name }) => extensionOf(name) !== undefined)
  const upload = () =>
    import('../../queries/uploads').then(
      ({ uploadsOf }) => {
        uploadsOf(client).add(documents, { prompt: promptOf(client) })
        showFiles()
      },
      () => void toast({ title: 'Could not be loaded. Drop the files again.' }),
    )
  const isSome = documents.length > 0
  toast({
    ...said,
    message: isSome ? 'Nothing was uploaded.' : 'Nothing was uploaded. Only .pdf and .md files can be.',
    action: isSome
      ? { label: `Upload ${countOf(documents.length, 'file')}`, onSelect: () => void upload() }
      : undefined,
  })
}

/** So long, in milliseconds, a dialog that closes or a screen has to give the focus back. */
const GIVEN_BACK_MS = 100

/** A button that goes with its press leaves the focus to what is around it, and a fold that closes around it to its summary, not to the body (D1008). */
function holdFocus(): void {
  let last = document.activeElement
  const focus = (place: Element | null | undefined) => {
    if (document.activeElement === document.body)
      (place as HTMLElement | null | undefined)?.focus({ preventScroll: true })
  }
  document.addEventListener('focusin', ({ target }) => {
    last = target as Element
  })
  // Told before or after the focus is lost.
  const folded = ({ target }: Event) => {
    const fold = target as HTMLDetailsElement
    const { activeElement: now, body } = document
    if (fold.open === false && fold.contains(last) && (now === body || fold.contains(now)))
      fold.querySelector('summary')?.focus({ preventScroll: true })
  }
  document.addEventListener('toggle', folded, true)
  new MutationObserver((changes) => {
    const gone = last
    if (!gone || gone.isConnected || document.activeElement !== document.body) return
    last = null
    const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)))
    const around = (change?.target as Element | undefined)?.closest('[tabindex]')
    setTimeout(() => {
      focus(around)
      focus(document.getElementById('main'))
    }, GIVEN_BACK_MS)
  }).observe(document.body, { childList: true, subtree: true })
}

// Once, with the first press.
holdFocus()
