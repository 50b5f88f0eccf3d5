import { type ComponentType, useCallback, useState } from 'react'
import { toast } from '../../ui/toast-store'
import type { Overlay } from './keys'

type OverlayView = ComponentType<{ onClose: () => void; onOpen: (overlay: Overlay) => void }>

const loaders: Readonly<Record<Overlay, () => Promise<OverlayView>>> = {
  palette: async () => (await import('./palette')).Palette,
  keys: async () => (await import('./keys-dialog')).KeysDialog,
}

/** What opens over any screen, loaded when first asked for. When it cannot be loaded the screen stays as it is. */
export function useOverlays() {
  const [View, setView] = useState<OverlayView | null>(null)
  const open = useCallback((overlay: Overlay) => {
    loaders[overlay]().then(
      (view) => setView(() => view),
      () => toast({ title: 'This part of the console could not be loaded. Try again.' }),
    )
  }, [])
  return { View, open, close: () => setView(null) }
}
