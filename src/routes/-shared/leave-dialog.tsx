import { createRoot } from 'react-dom/client'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'

/**
 * Asks once; resolves with whether to leave. It stands in a root of its own, so that any screen can ask without rendering anything.
 * - `isSent`: it is on its way, and its answer is not here yet; `signal`: the question has no object any more
 */
export function askToLeave({ isSent, signal }: { isSent: boolean; signal: AbortSignal }): Promise<boolean> {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  return new Promise((resolve) => {
    const end = () => answer(false)
    const answer = (leaves: boolean) => {
      signal.removeEventListener('abort', end)
      root.render(null)
      resolve(leaves)
      // After this turn: the dialog gives the focus back while it closes.
      setTimeout(() => {
        root.unmount()
        place.remove()
      })
    }
    signal.addEventListener('abort', end)
    root.render(<LeaveDialog isSent={isSent} onAnswer={answer} />)
  })
}

function LeaveDialog({ isSent, onAnswer }: { isSent: boolean; onAnswer: (leaves: boolean) => void }) {
  return (
    <Dialog
      onClose={() => onAnswer(false)}
      title={isSent ? 'Leave before the answer is here?' : 'Leave without saving?'}
      description={
        isSent
          ? 'It was sent and may be done. Activity tells what became of it.'
          : 'What you typed here has not been sent and will be lost.'
      }
      footer={
        <>
          <Button onClick={() => onAnswer(true)}>{isSent ? 'Leave' : 'Discard and leave'}</Button>
          <Button variant="primary" data-first onClick={() => onAnswer(false)}>
            Stay here
          </Button>
        </>
      }
    />
  )
}
