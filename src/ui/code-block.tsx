import type { ReactNode } from 'react'
import { classNames } from './class-names'

/** Text as it stands, such as code or JSON, that scrolls in itself. `className`: its greatest height, say. */
export function CodeBlock({ className = 'max-h-96', children }: { className?: string; children: ReactNode }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={classNames('overflow-auto rounded-md bg-surface-sunken p-2 text-sm', className)}
    >
      {children}
    </pre>
  )
}
