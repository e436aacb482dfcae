import { setPassword } from '@carapace/shared/account/auth.contract'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { SubmitButton } from '../fields.tsx'
import { isReady, mismatchOf } from '../form-rules.ts'
import { NewPassword } from '../new-password.tsx'
import { leaveNotice } from '../notice.tsx'
import { Overlay, PageHeading, Problems, PublicPage } from '../public-page.tsx'
import { useSubmission } from '../use-submission.ts'

export const Route = createFileRoute('/forgot-password/$userUuid')({ component: SetPassword })

function SetPassword() {
  const { userUuid } = Route.useParams()
  return (
    <PublicPage title="Set Password">
      <PageHeading title="Send Password Recovery Email" subtitle="The mail has arrived: the last step follows." />
      <h2 className="public-step">Set your new password</h2>
      <PasswordForm secret={userUuid} />
      <p className="public-elsewhere">
        Is the link too old? <Link to="/send-forgot-password-link">Request a new link</Link>
      </p>
      <p className="public-elsewhere">
        Already Registered? <Link to="/">Back to Login</Link>
      </p>
    </PublicPage>
  )
}

/** `secret`: from the mailed link, valid for one password. */
function PasswordForm({ secret }: { readonly secret: string }) {
  const [typed, setTyped] = useState({ password: '', again: '' })
  const { busy, problems, asForm, refuse } = useSubmission()
  const navigate = useNavigate()

  const send = asForm(async () => {
    const { message } = await call(setPassword, {
      uuid: secret,
      new_password: typed.password,
      confirm_password: typed.again,
    })
    leaveNotice(message)
    await navigate({ to: '/', replace: true })
  })
  const submit = (event: FormEvent) => {
    const mismatch = mismatchOf(typed)
    if (isReady(typed) && mismatch === undefined) return send(event)
    event.preventDefault()
    if (isReady(typed) && mismatch !== undefined) refuse(mismatch)
  }

  return (
    <form noValidate onSubmit={submit}>
      <Problems list={problems} />
      <NewPassword value={typed} onChange={setTyped} blockClipboard readOnly={busy} />
      <SubmitButton text="Submit" busy={busy} disabled={false} unready={!isReady(typed)} />
      {busy && <Overlay text="Setting your password…" />}
    </form>
  )
}
