import { type ComponentType, useCallback, useState } from 'react'
import { toast } from '../../ui/toast-store'
import type { Overlay } from './keys'

type OverlayView = ComponentType<{
  onClose: () => void
  onOpen: (overlay: Overlay, text?: string) => void
  /** What was typed before it was opened. */
  text?: string
}>

const loaders: Readonly<Record<Overlay, () => Promise<OverlayView>>> = {
  palette: async () => (await import('./palette')).Palette,
  keys: async () => (await import('./keys-dialog')).KeysDialog,
  ask: async () => (await import('./ask-dialog')).AskDialog,
  signOut: async () => (await import('./sign-out-dialog')).SignOutDialog,
}

/** What opens over any screen, loaded when first asked for. When it cannot be loaded the screen stays as it is. */
export function useOverlays() {
  const [shown, setShown] = useState<{ View: OverlayView; text?: string }>()
  const open = useCallback((overlay: Overlay, text?: string) => {
    loaders[overlay]().then(
      (View) => setShown({ View, text }),
      () => toast({ title: 'This part of the console could not be loaded. Try again.' }),
    )
  }, [])
  return { shown, open, close: () => setShown(undefined) }
}
