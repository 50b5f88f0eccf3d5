import type { ReactNode } from 'react'

/** A form with what belongs beside it on wide screens. */
export function FormShellAside({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-6 wide:grid-cols-[minmax(0,44rem)_minmax(16rem,26rem)]">
      <div className="min-w-0">{children}</div>
      <aside className="min-w-0">{aside}</aside>
    </div>
  )
}
