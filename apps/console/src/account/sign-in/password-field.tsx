import { useState } from 'react'

interface PasswordFieldProps {
  readonly value: string
  /** While the form is sent: disabling it would lose the focus. */
  readonly readOnly: boolean
  readonly onChange: (value: string) => void
}

/** A password that can be shown: a long one is otherwise typed blind. */
export function PasswordField({ value, readOnly, onChange }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <div className="field">
      <label htmlFor="password">Password</label>
      <div className="field-box">
        <input
          id="password"
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          value={value}
          readOnly={readOnly}
          onChange={(event) => onChange(event.target.value)}
        />
        <button
          type="button"
          className="field-eye"
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-pressed={shown}
          title={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        >
          <Eye crossed={shown} />
        </button>
      </div>
    </div>
  )
}

function Eye({ crossed }: { readonly crossed: boolean }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden>
      <path fillRule="evenodd" d="M8 3C4.5 3 1.6 5 .2 8c1.4 3 4.3 5 7.8 5s6.400-2 7.800-5C14.400 5 11.500 3 8 3m0 8.500a3.500 3.500 0 1 1 0-7 3.500 3.500 0 0 1 0 7M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4" />
      {crossed && <path d="m2.200 1.300 12.500 12.500-1 1L1.200 2.300z" />}
    </svg>
  )
}
