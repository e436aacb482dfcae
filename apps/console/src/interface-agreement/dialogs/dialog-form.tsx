import { DialogBody } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { Dialog } from '../../core/ui/dialog.tsx'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import '../../core/ui/form.css'

interface DialogFormProps {
  readonly title: string
  /** The verb on the button. */
  readonly action: string
  readonly isReady?: boolean
  readonly isBusy: boolean
  /** Why the last attempt failed. */
  readonly problem: string | undefined
  /** For a form that does not start with a field. */
  readonly autoFocus?: boolean
  readonly isWide?: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form in a dialog: its fields, its problem, and its two buttons. */
export function DialogForm(props: DialogFormProps) {
  const { title, action, isReady = true, isBusy, problem, autoFocus = false, isWide = false, onSubmit, onClose } = props
  return (
    <Dialog className={isWide ? 'ia-dialog ia-wide' : 'ia-dialog'} isOpen title={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !isBusy) onSubmit()
        }}
      >
        <DialogBody className="ia-dialog-body">
          {props.children}
          {problem !== undefined && (
            <p className="c-problem" role="alert">
              {problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action={action} isReady={isReady} isBusy={isBusy} autoFocus={autoFocus} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
