import { createRoot } from 'react-dom/client'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'

export interface Words {
  readonly title: string
  readonly text: string
  /** Of the button that leaves, or does what is asked about. */
  readonly verb: string
  /** Of the button that does not. */
  readonly stay?: string
}

/**
 * Asks once; resolves with whether to leave, or to do it. It stands in a root of its own, so that any screen can ask without rendering anything.
 * `signal`: the question has no object any more.
 */
export function ask(words: Words, signal?: AbortSignal): Promise<boolean> {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  return new Promise((resolve) => {
    const end = () => answer(false)
    const answer = (leaves: boolean) => {
      signal?.removeEventListener('abort', end)
      root.render(null)
      resolve(leaves)
      // After this turn: the dialog gives the focus back while it closes.
      setTimeout(() => {
        root.unmount()
        place.remove()
      })
    }
    signal?.addEventListener('abort', end)
    root.render(<LeaveDialog {...words} onAnswer={answer} />)
  })
}

function LeaveDialog({
  title,
  text,
  verb,
  stay = 'Stay here',
  onAnswer,
}: Words & { onAnswer: (leaves: boolean) => void }) {
  return (
    <Dialog
      onClose={() => onAnswer(false)}
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={() => onAnswer(true)}>{verb}</Button>
          <Button variant="primary" data-first onClick={() => onAnswer(false)}>
            {stay}
          </Button>
        </>
      }
    />
  )
}
