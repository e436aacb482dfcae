import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly isOpen: boolean
  /** The question: "Revoke the key Depot gateway?" */
  readonly title: string
  /** The consequences, in one or two sentences. */
  readonly children: ReactNode
  /** The verb on the button: "Revoke". */
  readonly action: string
  /** It cannot be undone. */
  readonly isDanger?: boolean
  /** The action is in progress. */
  readonly isBusy?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks for confirmation before an action that is hard to undo. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  action,
  isDanger = false,
  isBusy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog className="c-confirm" isOpen={isOpen} title={title} onClose={onClose}>
      <DialogBody>{children}</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button variant="outlined" onClick={onClose}>
              Cancel
            </Button>
            <Button intent={isDanger ? 'danger' : 'primary'} loading={isBusy} autoFocus onClick={onConfirm}>
              {action}
            </Button>
          </>
        }
      />
    </Dialog>
  )
}
