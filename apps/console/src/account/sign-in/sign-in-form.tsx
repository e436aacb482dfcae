import { login, loginViaToken } from '@carapace/shared/account/auth.contract'
import { Failure } from '@carapace/shared/core/failure'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { appConfig, useAppConfig } from '../app-config.ts'
import { captchaToken, useCaptcha } from '../captcha.ts'
import { SubmitButton, TextField } from '../fields.tsx'
import { maySignIn } from '../form-rules.ts'
import { PasswordField } from '../password-field.tsx'
import { Overlay, Problems } from '../public-page.tsx'
import { useSubmission } from '../use-submission.ts'
import { useProceed } from './entering.ts'
import { takeLinkToken } from './link-token.ts'

interface SignInFormProps {
  /** From a link: `?email=`. */
  readonly email: string
  /** The errors from before the form was shown. */
  readonly problems: readonly string[]
}

export function SignInForm({ email: prefilled, problems: before }: SignInFormProps) {
  const [email, setEmail] = useState(prefilled)
  const [password, setPassword] = useState('')
  const { busy, problems, run, asForm } = useSubmission(before)
  const proceed = useProceed()
  const navigate = useNavigate()
  const google = useAppConfig()?.google ?? false
  useCaptcha()

  useEffect(() => {
    const token = takeLinkToken()
    if (token === undefined) return
    void run(async () => {
      await appConfig() // the first GET sets the forgery-protection cookie, without which the server refuses the call
      await proceed(await call(loginViaToken, { token }))
    })
  }) // runs at each render; only the first finds the token, since taking it removes it

  const submit = asForm(async () => {
    const recaptcha_token = await captchaToken('login')
    await proceed(await call(login, { email, password, recaptcha_token }).catch(returned))
  })

  /**
   * A failed sign-in returns to the path that names the error (rule FORM-11). The form stays, with what was typed and
   * the server's message; the address of a person is not left in the browser's history.
   */
  async function returned(problem: unknown): Promise<never> {
    if (problem instanceof Failure && problem.code === 'INVALID_LOGIN')
      await navigate({ to: '/', search: { error: problem.code }, replace: true })
    throw problem
  }

  return (
    <form noValidate onSubmit={submit}>
      <Problems list={problems} />
      <TextField
        id="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoFocus={prefilled === ''}
        value={email}
        readOnly={busy}
        onChange={setEmail}
      />
      <PasswordField
        id="password"
        label="Password"
        autoComplete="current-password"
        autoFocus={prefilled !== ''}
        value={password}
        readOnly={busy}
        beside={<Link to="/send-forgot-password-link">Forgot password?</Link>}
        onChange={setPassword}
      />
      <SubmitButton text="Sign in" busy={busy} disabled={!maySignIn(email, password)} />
      {google && <GoogleLink />}
      {busy && <Overlay text="Signing in…" />}
    </form>
  )
}

/** A link to the server, which redirects to Google and back. */
function GoogleLink() {
  return (
    <>
      <p className="public-or">or</p>
      <a className="field-other" href={`${import.meta.env.BASE_URL}api/auth/google`}>
        Sign in with Google
      </a>
    </>
  )
}
