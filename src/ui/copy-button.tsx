import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from './announce'
import { Button } from './button'

/** Copies `text` and announces it ("Copied file id"). `outcome` and its icon stand for two seconds. */
export function useCopy(text: string, name = '') {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), 2000)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    // Absent on a page that is not on this machine and not encrypted.
    const copied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    setOutcome(copied ? 'copied' : 'refused')
    announce(copied ? `Copied ${name}`.trim() : 'The browser refused to copy')
  }
  return { outcome, copy, icon: outcome === 'copied' ? Check : outcome ? TriangleAlert : Copy }
}

/** A button that copies `text`: `<CopyButton text={curl}>Copy as cURL</CopyButton>`. It is as wide when it says that it did. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const { outcome, copy, icon } = useCopy(text)
  const isCopied = outcome === 'copied'
  return (
    <>
      <Button icon={icon} onClick={copy}>
        <span className="grid *:col-start-1 *:row-start-1">
          <span className={isCopied ? 'invisible' : undefined}>{children}</span>
          {isCopied && <span>Copied</span>}
        </span>
      </Button>
      {outcome === 'refused' && (
        <span className="text-sm text-ink-muted">The browser refused; select the text instead</span>
      )}
    </>
  )
}
