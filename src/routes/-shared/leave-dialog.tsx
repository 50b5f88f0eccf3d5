import { createRoot } from 'react-dom/client'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'

/** Asks once; resolves with whether to leave. It stands in a root of its own, so that any screen can ask without rendering anything. */
export function askToLeave(): Promise<boolean> {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  return new Promise((resolve) => {
    const answer = (leaves: boolean) => {
      root.render(null)
      resolve(leaves)
      // After this turn: the dialog gives the focus back while it closes.
      setTimeout(() => {
        root.unmount()
        place.remove()
      })
    }
    root.render(<LeaveDialog onAnswer={answer} />)
  })
}

function LeaveDialog({ onAnswer }: { onAnswer: (leaves: boolean) => void }) {
  return (
    <Dialog
      onClose={() => onAnswer(false)}
      title="Leave without saving?"
      description="What you typed here has not been sent and will be lost."
      footer={
        <>
          <Button onClick={() => onAnswer(true)}>Discard and leave</Button>
          <Button variant="primary" onClick={() => onAnswer(false)}>
            Stay here
          </Button>
        </>
      }
    />
  )
}
