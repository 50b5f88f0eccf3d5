import { Button } from '../../ui/button'
import { words } from './-procedure-words'

/** The buttons of a procedure's page: go on, stop after any step, roll back as long as there is a way back. */
export function ProcedureActions({
  running,
  stopped,
  isOver,
  mayRollBack,
  mayGoOn,
  stopping,
  onRollBack,
  onStop,
  onGoOn,
}: {
  running: boolean
  stopped: boolean
  isOver: boolean
  mayRollBack: boolean
  mayGoOn: boolean
  /** It was asked to stop, and a request is still on its way. */
  stopping: boolean
  onRollBack: () => void
  onStop: () => void
  onGoOn: () => void
}) {
  return (
    <>
      {!running && mayRollBack && <Button onClick={onRollBack}>{words.rollBack}</Button>}
      {!isOver && !stopped && (
        <Button pending={stopping} pendingLabel={words.stopping} onClick={onStop}>
          {words.stop}
        </Button>
      )}
      {!running && !isOver && mayGoOn && (
        <Button variant="primary" onClick={onGoOn}>
          {words.continue}
        </Button>
      )}
    </>
  )
}
