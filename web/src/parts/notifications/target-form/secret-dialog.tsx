import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyBox } from '../../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'

/** Shows a secret once; it cannot be read again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { notifications, common } = useText()
  return (
    <Dialog isOpen onClose={onClose} title={notifications.secretTitle} description={notifications.secretHelp}>
      <CopyBox value={secret} label={notifications.secretTitle} />
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {common.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
