import { forgotPassword } from '@carapace/shared/account/auth.contract'
import { isEmail } from '@carapace/shared/account/rules'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { SubmitButton, TextField } from '../fields.tsx'
import { leaveNotice } from '../notice.tsx'
import { PageHeading, Problems, PublicPage } from '../public-page.tsx'
import { useSubmission } from '../use-submission.ts'

export const Route = createFileRoute('/send-forgot-password-link')({ component: ForgotPassword })

function ForgotPassword() {
  return (
    <PublicPage title="Forgot Password" isMarketing>
      <PageHeading title="Send Password Recovery Email" subtitle="Get password recovery link on your email." />
      <RecoveryForm />
      <p className="public-elsewhere">
        Already Registered? <Link to="/">Back to Login</Link>
      </p>
    </PublicPage>
  )
}

/** The only form that the browser validates as well. */
function RecoveryForm() {
  const [email, setEmail] = useState('')
  const { busy, problems, asForm } = useSubmission()
  const navigate = useNavigate()

  const submit = asForm(async () => {
    const { message } = await call(forgotPassword, { email })
    leaveNotice(message)
    await navigate({ to: '/' })
  })

  return (
    <form onSubmit={submit}>
      <Problems list={problems} />
      <TextField
        id="email"
        label="Email Address"
        type="email"
        inputMode="email"
        autoComplete="username"
        placeholder="Provide your registered account email address"
        required
        autoFocus
        value={email}
        readOnly={busy}
        onChange={setEmail}
      />
      <SubmitButton text="Send Password Recovery Email" busyText="Loading..." busy={busy} disabled={!isEmail(email)} />
    </form>
  )
}
