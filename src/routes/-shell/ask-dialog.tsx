import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Dialog } from '../../ui/dialog'
import { AskDocuments } from '../-shared/ask-documents'
import { askQuestion, closeQuestion, isAsked, readQuestion } from '../-shared/question'

/** What the documents are asked, answered over any screen for as long as it is in the address: a link in it leads away, and Back leads back to it. */
export function AskDialog({ onClose }: { onClose: () => void }) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const isOpen = isAsked(search)
  useEffect(() => {
    if (!isOpen) onClose()
  }, [isOpen, onClose])
  return (
    <Dialog onClose={() => void navigate(closeQuestion)} title="Ask your documents" size="lg" top>
      <AskDocuments
        first={readQuestion(search)}
        onQuery={(query) => void navigate({ ...askQuestion(query), replace: true })}
      />
    </Dialog>
  )
}
