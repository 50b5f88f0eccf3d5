import { type ReactNode, useEffect, useState } from 'react'
import { FORM_PARTS } from '../../contract/version-fields'
import { Button } from '../../ui/button'
import { Section } from '../../ui/page'

export const partId = (title: string) => `part-${title.replaceAll(' ', '-')}`
export const PART = 'border-t border-line pt-4 first:border-0 first:pt-0'

export function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <div id={partId(title)} className={PART}>
      <Section title={title} hint={hint}>
        <div className="flex flex-col gap-4">{children}</div>
      </Section>
    </div>
  )
}

/** The parts of the form, each one click away; in sight wherever there is room for them. `withAgent`: it begins with the agent. */
export function Outline({ withAgent }: { withAgent: boolean }) {
  const [wanted, setWanted] = useState<string>()
  useEffect(() => {
    if (!wanted) return
    const go = () => {
      const part = document.getElementById(partId(wanted))
      if (!part) return
      setWanted(undefined)
      // Nobody who went on to a field meanwhile is taken away from it.
      if (document.activeElement?.closest('form')) return
      if (part instanceof HTMLDetailsElement) part.open = true
      part.scrollIntoView()
      part.querySelector<HTMLElement>('summary, input, select, textarea')?.focus({ preventScroll: true })
    }
    go()
    // Its code may still be on its way.
    const watch = new MutationObserver(go)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [wanted])
  return (
    <nav
      aria-label="Parts of the form"
      data-outline
      className="-mx-1 flex flex-wrap border-b border-line bg-surface py-1 rail:sticky rail:top-0 rail:z-10"
    >
      {[...(withAgent ? ['Agent'] : []), ...FORM_PARTS].map((title) => (
        <Button key={title} size="sm" variant="quiet" onClick={() => setWanted(title)}>
          {title}
        </Button>
      ))}
    </nav>
  )
}
