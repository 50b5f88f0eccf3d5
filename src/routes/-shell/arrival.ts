import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { announce } from '../../ui/announce'
import type { Dropped } from './when-used'

/** So long a screen has, in milliseconds, to name itself by its heading, or to give the focus back where it was. */
const SETTLE_MS = 100

/**
 * Shows the title that the deepest route's `head` gives, and tells screen readers the name of another place. The router's own component for it also writes scripts, links and
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
  const router = useRouter()
  useEffect(() => {
    let left = ''
    const ends = [
      router.subscribe('onBeforeNavigate', () => {
        left = document.title
      }),
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const from = left
        // Two records may have one name, and a form stands under the address of its list.
        if (fromLocation)
          setTimeout(() => {
            if (pathChanged || document.title !== from) announce(document.title)
          }, SETTLE_MS)
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [router])
}

/**
 * A new screen takes away what had the focus, such as the button that led there: the main landmark gets it then, so that the keyboard
 * goes on from there and not from the top of the page. So does a form that stood under the address of its list. Focus that is somewhere stays.
 */
export function useFocusMain(): void {
  const router = useRouter()
  useEffect(() => {
    const focus = (place: Element | null) => {
      if (document.activeElement === document.body)
        (place as HTMLElement | null)?.focus({ preventScroll: true })
    }
    const main = document.getElementById('main')
    let last: Element | undefined
    const note = ({ target }: FocusEvent) => {
      last = target as Element
    }
    // A button that goes with its press leaves the focus to what is around it.
    const observer = new MutationObserver((changes) => {
      if (!last || last.isConnected || document.activeElement !== document.body) return
      const gone = last
      const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)))
      const place = (change?.target as Element | undefined)?.closest('[tabindex]') ?? null
      last = undefined
      setTimeout(() => {
        focus(place)
        focus(main)
      }, SETTLE_MS)
    })
    document.addEventListener('focusin', note)
    observer.observe(document.body, { childList: true, subtree: true })
    const end = router.subscribe('onRendered', ({ fromLocation, hrefChanged }) => {
      if (fromLocation && hrefChanged) focus(main)
    })
    return () => {
      document.removeEventListener('focusin', note)
      observer.disconnect()
      end()
    }
  }, [router])
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
