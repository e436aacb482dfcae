import { Button, DialogFooter } from '@blueprintjs/core'
import { Kbd } from './kbd.tsx'

interface DialogActionsProps {
  /** The verb on the button that submits the dialog's form: "Escalate". */
  readonly action: string
  /** Whether the form is complete. */
  readonly isReady?: boolean
  /** The action is in progress. */
  readonly isBusy?: boolean
  /** For a form that does not start with a field. */
  readonly autoFocus?: boolean
  readonly onCancel: () => void
}

/** The two buttons that close a form in a dialog, and their keys. */
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
