import { useLocation } from '@tanstack/react-router'
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { type HeldTyping, holdTyping, letGo } from '../../ui/held-typing'
import { toast } from '../../ui/toast-store'
import type { Overlay } from './keys'

type OverlayView = ComponentType<{
  onClose: () => void
  onOpen: (overlay: Overlay) => void
  /** What is typed until it is there, where it takes words at once. */
  held?: HeldTyping
}>

const loaders: Readonly<Record<Overlay, () => Promise<OverlayView>>> = {
  palette: async () => (await import('./palette')).Palette,
  keys: async () => (await import('./keys-dialog')).KeysDialog,
  ask: async () => (await import('./ask-dialog')).AskDialog,
  signOut: async () => (await import('./sign-out-dialog')).SignOutDialog,
}

/** What opens over any screen, loaded when first asked for. When it cannot be loaded the screen stays as it is. */
export function useOverlays() {
  const [shown, setShown] = useState<{ View: OverlayView; held?: HeldTyping }>()
  const holding = useRef<HeldTyping>(undefined)
  const open = useCallback((overlay: Overlay) => {
    if (holding.current?.field.isConnected) return
    const held = overlay === 'palette' ? holdTyping('Find') : undefined
    holding.current = held
    loaders[overlay]().then(
      (View) => {
        if (!held || held.field.isConnected) setShown({ View, held })
      },
      () => {
        if (held) letGo(held)
        toast({ title: 'A part of this page could not be loaded. Try again.' })
      },
    )
  }, [])
  // A question is open for as long as it stands in the address: after Back and a reload, too (D837).
  const isAsked = useLocation({ select: ({ searchStr }) => searchStr.includes('ask=') })
  useEffect(() => {
    if (isAsked) open('ask')
  }, [isAsked, open])
  return { shown, open, close: () => setShown(undefined) }
}
