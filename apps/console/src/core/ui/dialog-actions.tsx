import { Button, DialogFooter } from '@blueprintjs/core'
import { Kbd } from './kbd.tsx'

interface DialogActionsProps {
  /** The verb on the button that submits the dialog's form: "Escalate". */
  readonly action: string
  /** What is asked for has been answered. */
  readonly isReady?: boolean
  /** It is under way. */
  readonly isBusy?: boolean
  /** For a form that has no field to begin with. */
  readonly autoFocus?: boolean
  readonly onCancel: () => void
}

/** The two ways out of a form in a dialog, and their keys. */
export function DialogActions({
  action,
  isReady = true,
  isBusy = false,
  autoFocus = false,
  onCancel,
}: DialogActionsProps) {
  return (
    <DialogFooter
      actions={
        <>
          <Button variant="outlined" onClick={onCancel} endIcon={<Kbd keys="Escape" />}>
            Cancel
          </Button>
          <Button
            type="submit"
            intent="primary"
            disabled={!isReady}
            loading={isBusy}
            autoFocus={autoFocus}
            endIcon={<Kbd keys="Enter" />}
          >
            {action}
          </Button>
        </>
      }
    />
  )
}
