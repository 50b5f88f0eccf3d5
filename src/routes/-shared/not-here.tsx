import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/button'
import { Page } from '../../ui/page'
import { hereFirst } from '../../ui/role'

/** Words for what an address names and nobody has: what is missing, and what may have happened. `only`: nobody but the record here could have it (D1013). */
export const notHere = (what: string, only?: 'here' | undefined) =>
  only
    ? {
        title: `${hereFirst()} does not know this ${what}`,
        context: 'It may have been made elsewhere, or the record here was emptied.',
      }
    : {
        title: `There is no ${what} with this id`,
        context: 'It may have been deleted, or the link is wrong.',
      }

/** Stands in place of its page. `words`: where they say more; `label`: the way on, of which the rest says where it leads; `children`: another one; `id`: was looked for. */
export const NotHere = ({
  what,
  only,
  words,
  back,
  label,
  id,
  children,
  ...way
}: {
  what: string
  only?: 'here' | undefined
  words?: Partial<ReturnType<typeof notHere>>
  id?: string
  back: ReactNode
  label: string
  children?: ReactNode
} & Omit<LinkProps, 'children'>) => (
  <Page {...notHere(what, only)} {...words} back={back}>
    {id && <code className="break-all">{id}</code>}
    <p className="flex flex-wrap gap-2">
      <Link {...way} className={buttonClass('primary')}>
        {label}
      </Link>
      {children}
    </p>
  </Page>
)
