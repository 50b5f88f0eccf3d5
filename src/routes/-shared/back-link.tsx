import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The way back to the list that a page belongs to. The router takes it for a link to the current page, by how the address begins. */
export const BackLink = ({ to, children }: { to: LinkProps['to']; children: ReactNode }) => (
  <Link to={to} activeOptions={{ exact: true }}>
    {children}
  </Link>
)
