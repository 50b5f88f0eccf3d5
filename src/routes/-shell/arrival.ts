import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { announce } from '../../ui/announce'
import type { Dropped } from './when-used'

/**
 * Shows, and tells screen readers when it changes, the title that the deepest route's `head` gives. The router's own component for it also writes scripts, links and
 * meta tags, none of which a screen of ours has, and costs 2 kB of the first screen.
 */
export function useTitle(): void {
  const title = useRouterState({
    select: ({ matches }) =>
      matches.flatMap(({ meta }) => meta ?? []).findLast((tag) => tag && 'title' in tag)?.title,
  })
  const arrived = useRef(title)
  // Before the effects of the screen, which gives the tab the name of what it shows.
  useLayoutEffect(() => {
    if (!title) return
    document.title = title
    if (title !== arrived.current) announce(title)
    arrived.current = title
  }, [title])
}

/**
 * A new screen takes away what had the focus, such as the button that led there: the main landmark gets it then, so that the keyboard
 * goes on from there and not from the top of the page. So does a form that stood under the address of its list. Focus that is somewhere stays.
 */
export function useFocusMain(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, hrefChanged }) => {
        if (fromLocation && hrefChanged && document.activeElement === document.body)
          document.getElementById('main')?.focus({ preventScroll: true })
      }),
    [router],
  )
}

/**
 * Keeps the browser from opening files in place of the page where nothing takes them, and tells what was dropped. There from the first moment:
 * a drop may be quicker than what answers it, or the console's server gone.
 */
export function refuseDrops(onDrop: (dropped: Dropped) => void): void {
  const refuse = (event: DragEvent) => {
    const { dataTransfer } = event
    if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    if (event.type === 'drop')
      onDrop({
        files: [...dataTransfer.files],
        isFolder: [...dataTransfer.items].some((item) => item.webkitGetAsEntry()?.isDirectory),
      })
  }
  // On the window, so that whatever takes files has done so before.
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
}
