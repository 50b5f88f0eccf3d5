import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from './announce'
import { Button } from './button'

/** Copies text; false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Copies `text` and announces it ("Copied file id"). `outcome` is set for two seconds. */
export function useCopy(text: string, name = '') {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), 2000)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    const copied = await copyText(text)
    setOutcome(copied ? 'copied' : 'refused')
    announce(copied ? `Copied ${name}`.trim() : 'The browser refused to copy')
  }
  return { outcome, copy }
}

/** A button that copies `text`: `<CopyButton text={curl}>Copy as cURL</CopyButton>`. */
export function CopyButton({ text, size, children }: { text: string; size?: 'md' | 'sm'; children: string }) {
  const { outcome, copy } = useCopy(text)
  return (
    <>
      <Button size={size} icon={outcome === 'copied' ? Check : outcome ? TriangleAlert : Copy} onClick={copy}>
        {children}
      </Button>
      {outcome && (
        <span className="text-sm text-ink-muted">
          {outcome === 'copied' ? 'Copied' : 'The browser refused; select the text instead'}
        </span>
      )}
    </>
  )
}
