const PARTS = ['attention', 'figures', 'recent'] as const

/** Whether a read has something to show, or failed; one that failed stays so while it is read again. */
export const isSettled = ({ isFetched, failureCount }: { isFetched: boolean; failureCount: number }) =>
  isFetched || failureCount > 0

/** Stands for what needs attention, the figures and what is recent while they are read. */
export function Waiting() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading</span>
      {PARTS.map((part) => (
        <div key={part} aria-hidden className="h-32 animate-wait rounded-md bg-line" />
      ))}
    </div>
  )
}

/** Keeps the room of what is recent, below which nothing stands. */
export const RecentWaiting = () => <div aria-hidden className="h-96" />
