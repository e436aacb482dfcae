import { getAppConfig } from '@carapace/shared/account/app-config.contract'
import { login, type SessionUser } from '@carapace/shared/account/auth.contract'
import { type FormEvent, useEffect, useState } from 'react'
import { call, messagesOf } from '../../core/call.ts'
import { PasswordField } from './password-field.tsx'
import { maySignIn } from './rules.ts'

interface SignInFormProps {
  /** From a link: `?email=`. */
  readonly email: string
  /** What went wrong before the form was shown. */
  readonly problems: readonly string[]
  readonly onSignedIn: (user: SessionUser) => void
}

export function SignInForm({ email: prefilled, problems: before, onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState(prefilled)
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState(before)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    // the first GET brings the forgery-protection cookie, so that the first POST is not refused; a failure shows then
    call(getAppConfig, {}).catch(() => undefined)
  }, [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !maySignIn(email, password)) return
    setBusy(true)
    setProblems([])
    try {
      onSignedIn(await userFor(email, password))
    } catch (problem) {
      setProblems(messagesOf(problem))
      setBusy(false)
    }
  }

  return (
    <form className="sign-in-form" noValidate onSubmit={(event) => void submit(event)}>
      <h1>Welcome Back</h1>
      <p className="sign-in-tagline">Where Intelligence Meets Action</p>
      {problems.length > 0 && <Problems list={problems} />}
      <div className="field">
        <label htmlFor="email">Email</label>
        <input
          id="email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoFocus={prefilled === ''}
          value={email}
          readOnly={busy}
          onChange={(event) => setEmail(event.target.value)}
        />
      </div>
      <PasswordField value={password} readOnly={busy} onChange={setPassword} />
      <button type="submit" className="sign-in-submit" disabled={busy || !maySignIn(email, password)}>
        Sign in
      </button>
      {busy && <Overlay />}
    </form>
  )
}

async function userFor(email: string, password: string): Promise<SessionUser> {
  const { user } = await call(login, { email: email.trim(), password, recaptcha_token: null })
  if (user === null) throw new Error('This account asks for a second factor, which this version cannot take yet.')
  return user
}

function Problems({ list }: { readonly list: readonly string[] }) {
  return (
    <div className="sign-in-problems" role="alert">
      <h2>Errors</h2>
      <ul>
        {list.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  )
}

function Overlay() {
  return (
    <div className="sign-in-overlay" role="status">
      <span className="sign-in-spinner" aria-hidden />
      Signing in…
    </div>
  )
}
