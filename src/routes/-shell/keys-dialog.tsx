import { Dialog } from '../../ui/dialog'
import { KeyList } from './key-list'

/** What `?` opens. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keys" size="lg">
      <KeyList />
    </Dialog>
  )
}
