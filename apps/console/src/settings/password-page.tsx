import { Button } from '@blueprintjs/core'
import { isGoodPassword } from '@carapace/shared/account/rules'
import { changePassword } from '@carapace/shared/account/security.contract'
import { type SubmitEvent, useState } from 'react'
import { NewPassword, type TypedTwice } from '../account/new-password.tsx'
import { PasswordField } from '../account/password-field.tsx'
import { call } from '../core/call/call.ts'
import { renew, session, useSession } from '../core/session/session.ts'
import { toast } from '../core/ui/toast.ts'
import { SettingsPage } from './settings-page.tsx'
import { useAction } from '../core/call/use-action.ts'

const empty: TypedTwice = { password: '', again: '' }

/** The form for a new password; it requires the current password. */
export function PasswordPage() {
  const isTemporary = useSession()?.temporary_password === true
  return (
    <SettingsPage title="Reset Password">
      <section className="c-panel st-narrow" aria-label="Reset Password">
        <div className="c-panel-head">
          <h2>A new password</h2>
        </div>
        {isTemporary && (
          <p className="st-text" role="status">
            Your password is the temporary password from the email. Choose a new one.
          </p>
        )}
        <PasswordForm />
      </section>
    </SettingsPage>
  )
}

function PasswordForm() {
  const [current, setCurrent] = useState('')
  const [typed, setTyped] = useState(empty)
  const [mismatch, setMismatch] = useState(false)
  const { busy, problem, run } = useAction()
  const isReady = current !== '' && isGoodPassword(typed.password) && typed.again !== ''

  const change = async () => {
    await call(changePassword, {
      current_password: current,
      new_password: typed.password,
      confirm_password: typed.again,
    })
    setCurrent('')
    setTyped(empty)
    forgetTemporary()
    toast.success('Your password is changed. Your other sessions have ended.')
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isReady) return
    setMismatch(typed.password !== typed.again)
    if (typed.password === typed.again) void run(change)
  }
  const message = mismatch ? 'Passwords do not match!' : problem
  return (
    <form className="c-form" noValidate onSubmit={submit}>
      <PasswordField
        id="current_password"
        label="Current password"
        value={current}
        autoComplete="current-password"
        readOnly={busy}
        onChange={setCurrent}
      />
      <NewPassword value={typed} onChange={setTyped} readOnly={busy} />
      {message !== undefined && (
        <p className="c-problem" role="alert">
          {message}
        </p>
      )}
      <p className="c-form-foot">
        <Button type="submit" intent="primary" loading={busy} disabled={!isReady}>
          Change password
        </Button>
        <span className="c-note">Your other sessions end, and you get a mail about it.</span>
      </p>
    </form>
  )
}

function forgetTemporary(): void {
  const { user } = session.getState()
  if (user) renew({ ...user, temporary_password: false })
}
