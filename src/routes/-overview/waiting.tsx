const PARTS = ['attention', 'figures', 'recent'] as const

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
