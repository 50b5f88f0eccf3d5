import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Padding of the frame on both sides, in CSS pixels, and the border of a page. */
const AROUND = 16

/** Which pages are near enough to be drawn, which one is seen, and how wide a page may be in its frame. */
export function useNearPages(count: number): {
  frame: RefObject<HTMLDivElement | null>
  /** 0 until it is known. */
  width: number
  near: ReadonlySet<number>
  current: number
  goTo(page: number): void
} {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([1]))
  const [current, setCurrent] = useState(1)

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(Math.max(120, element.clientWidth - AROUND)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const root = frame.current
    if (!root || width === 0) return
    const pages = [...root.querySelectorAll<HTMLElement>('[data-page]')].slice(0, count)
    const observer = new IntersectionObserver(
      (entries) =>
        setNear((known) => {
          const next = new Set(known)
          for (const { isIntersecting, target } of entries) {
            const page = Number((target as HTMLElement).dataset.page)
            if (isIntersecting) next.add(page)
            else next.delete(page)
          }
          return next
        }),
      // A page before and after what is seen is ready when one gets there.
      { root, rootMargin: '100% 0px' },
    )
    for (const page of pages) observer.observe(page)
    const look = () => setCurrent(seenPage(root, pages))
    root.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      root.removeEventListener('scroll', look)
    }
  }, [count, width])

  const goTo = useCallback((page: number) => {
    const root = frame.current
    const target = root?.querySelector<HTMLElement>(`[data-page="${page}"]`)
    if (root && target) root.scrollTop = target.offsetTop - AROUND / 2
  }, [])
  return { frame, width, near, current, goTo }
}

/** The page that reaches into the upper third of the frame; found by halves, because there may be thousands. */
function seenPage(root: HTMLElement, pages: readonly HTMLElement[]): number {
  const line = root.scrollTop + root.clientHeight / 3
  let [low, high] = [0, pages.length - 1]
  // At the very end the last page may be too short to reach the line.
  if (root.scrollTop + root.clientHeight >= root.scrollHeight - 2) return high + 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((pages[middle]?.offsetTop ?? 0) <= line) low = middle
    else high = middle - 1
  }
  return low + 1
}
