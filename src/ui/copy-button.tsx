import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button'

/** Copies text; false where the browser refuses (no permission, no secure context). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** What copying came to, gone again after two seconds. */
export function useCopy(text: string) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), 2000)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => setOutcome((await copyText(text)) ? 'copied' : 'refused')
  return { outcome, copy }
}

/** A button with words that copies `text`: `<CopyButton text={curl}>Copy as cURL</CopyButton>`. Says "Copied", or that it could not. */
export function CopyButton({ text, size, children }: { text: string; size?: 'md' | 'sm'; children: string }) {
  const { outcome, copy } = useCopy(text)
  return (
    <>
      <Button size={size} icon={outcome === 'copied' ? Check : outcome ? TriangleAlert : Copy} onClick={copy}>
        {children}
      </Button>
      <span role="status" className="text-sm text-ink-muted empty:hidden">
        {outcome === 'copied' ? 'Copied' : outcome ? 'The browser refused; select the text instead' : ''}
      </span>
    </>
  )
}
