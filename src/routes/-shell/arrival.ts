import { type AnyRouter, useRouterState } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { announce } from '../../ui/announce'
import type { Dropped } from './when-used'

/** So long a screen has, in milliseconds, to name itself by its heading. */
const NAMED_MS = 100

/**
 * Shows the title that the deepest route's `head` gives. The router's own component for it also writes scripts, links and
 * meta tags, none of which a screen of ours has, and costs 2 kB of the first screen.
 */
export function useTitle(): void {
  const title = useRouterState({
    select: ({ matches }) =>
      matches.flatMap(({ meta }) => meta ?? []).findLast((tag) => tag && 'title' in tag)?.title,
  })
  // Before the effects of the screen, which gives the tab the name of what it shows.
  useLayoutEffect(() => {
    if (title) document.title = title
  }, [title])
}

/**
 * Tells screen readers where somebody arrives. What had the focus, such as the button that led there, may be gone with its screen, or with a form
 * that stood under the address of its list: the main landmark gets it then, so that the keyboard goes on from there. Focus that is somewhere stays.
 */
export function watchArrivals(router: Pick<AnyRouter, 'subscribe'>): void {
  let left = ''
  router.subscribe('onBeforeNavigate', () => {
    left = document.title
  })
  router.subscribe('onRendered', ({ fromLocation, hrefChanged, pathChanged }) => {
    if (!fromLocation || !hrefChanged) return
    if (document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
    setTimeout(() => {
      // Two records may have one name, and a form stands under the address of its list.
      if (pathChanged || document.title !== left) announce(document.title)
    }, NAMED_MS)
  })
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
