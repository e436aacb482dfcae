import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { eraseMyself } from '@carapace/shared/account/team.contract'
import { type SubmitEvent, useState } from 'react'
import { PasswordField } from '../../account/password-field.tsx'
import { call } from '../../core/call/call.ts'
import { signOut, useSession } from '../../core/session/session.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { LineField } from '../../core/ui/field.tsx'
import { useAction } from '../../core/call/use-action.ts'

interface EraseDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The last confirmation before an account is erased: typed, and with the password, because it cannot be undone. */
export function EraseDialog({ isOpen, onClose }: EraseDialogProps) {
  return (
    <Dialog
      className="c-small-dialog"
      isOpen={isOpen}
      title="Erase your account?"
      onClose={onClose}
      canOutsideClickClose={false}
    >
      <EraseForm onClose={onClose} />
    </Dialog>
  )
}

function EraseForm({ onClose }: Pick<EraseDialogProps, 'onClose'>) {
  const email = useSession()?.email ?? ''
  const [typed, setTyped] = useState('')
  const [password, setPassword] = useState('')
  const { busy, problem, run } = useAction()
  const isReady = typed.trim().toLowerCase() === email.toLowerCase() && password !== ''

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isReady) return
    void run(async () => {
      await call(eraseMyself, { password })
      signOut()
    })
  }
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody>
        <p className="c-say st-say">
          Your personal data is erased at once, and you are signed out everywhere. This cannot be taken back.
        </p>
        <LineField
          label="Your e-mail address, to confirm"
          hint={email}
          value={typed}
          maxLength={254}
          type="email"
          autoComplete="off"
          autoFocus
          onChange={setTyped}
        />
        <PasswordField
          id="erase-password"
          label="Your password"
          value={password}
          autoComplete="current-password"
          onChange={setPassword}
        />
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            {problem}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button variant="outlined" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" intent="danger" loading={busy} disabled={!isReady}>
              Erase my account
            </Button>
          </>
        }
      />
    </form>
  )
}
