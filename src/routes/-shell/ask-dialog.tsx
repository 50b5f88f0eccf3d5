import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Dialog } from '../../ui/dialog'
import { AskDocuments } from '../-shared/ask-documents'

/** What is asked in the palette, answered over any screen. A link in it leads away, and closes it. */
export function AskDialog({ text, onClose }: { text?: string; onClose: () => void }) {
  const { href } = useLocation()
  const [openedAt] = useState(href)
  useEffect(() => {
    if (href !== openedAt) onClose()
  }, [href, openedAt, onClose])
  return (
    <Dialog onClose={onClose} title="Ask your documents" size="lg">
      <AskDocuments first={text} />
    </Dialog>
  )
}
