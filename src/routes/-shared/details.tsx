import type { ReactNode } from 'react'

/** What few people need of a call, a thread or a file, such as its ids: folded, after what became of it. */
export const Details = ({ open, children }: { open?: boolean; children: ReactNode }) => (
  <details open={open} className="flex flex-col gap-2 text-sm">
    <summary className="font-semibold">Details</summary>
    <div className="flex flex-col gap-4 pt-2">{children}</div>
  </details>
)
