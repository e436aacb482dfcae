import { register } from '@carapace/shared/account/auth.contract'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { captchaToken, useCaptcha } from '../captcha.ts'
import { SubmitButton, TextField } from '../fields.tsx'
import { isPersonalEmail, mayRegister } from '../form-rules.ts'
import { Notice } from '../notice.tsx'
import { Overlay, PageHeading, Problems, PublicPage } from '../public-page.tsx'
import { useSubmission } from '../use-submission.ts'

export const Route = createFileRoute('/register')({ component: Register })

function Register() {
  return (
    <PublicPage title="Register">
      <PageHeading title="Register your organisation" subtitle="We mail you a link to go on with." />
      <RegisterForm />
      <p className="public-elsewhere">
        Already Registered? <Link to="/">Back to Login</Link>
      </p>
    </PublicPage>
  )
}

function RegisterForm() {
  const [email, setEmail] = useState('')
  const { busy, problems, asForm } = useSubmission()
  const navigate = useNavigate()
  useCaptcha()

  const submit = asForm(async () => {
    const { message } = await call(register, { email, recaptcha_token: await captchaToken('register') })
    const { toast } = await import('../../core/ui/toast.ts')
    toast.success(message)
    await navigate({ to: '/account-register' })
  })

  return (
    <form noValidate onSubmit={submit}>
      <Problems list={problems} />
      <TextField
        id="email"
        label="Work email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoFocus
        value={email}
        readOnly={busy}
        onChange={setEmail}
      />
      {isPersonalEmail(email) && (
        <Notice tone="warn" title="Please use your work email">
          We detected a personal email domain; sign up with your company or organization email.
        </Notice>
      )}
      <SubmitButton text="Sign up" busy={busy} disabled={!mayRegister(email)} />
      {busy && <Overlay text="Signing up…" />}
    </form>
  )
}
