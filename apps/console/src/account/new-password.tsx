import { passwordChecks } from '@carapace/shared/account/rules'
import { type ClipboardEvent, useState } from 'react'
import '../core/ui/ui.css'
import { PasswordField } from './password-field.tsx'

export interface TypedTwice {
  readonly password: string
  readonly again: string
}

interface NewPasswordProps {
  readonly value: TypedTwice
  readonly onChange: (value: TypedTwice) => void
  /** Copy, cut and paste do nothing in both fields, and show a notice. */
  readonly blockClipboard?: boolean
  readonly readOnly?: boolean
}

/** A new password, typed twice, with its checklist: each requirement is ticked when it is met (rule FORM-4). */
export function NewPassword({ value, onChange, blockClipboard = false, readOnly = false }: NewPasswordProps) {
  const [refused, setRefused] = useState('')
  const refuse = (event: ClipboardEvent) => {
    event.preventDefault()
    setRefused(`No ${event.type} here: type the password.`)
  }
  const fields = { autoComplete: 'new-password', readOnly, onClipboard: blockClipboard ? refuse : undefined } as const
  const hint = blockClipboard ? 'clipboard-hint' : undefined

  return (
    <>
      <PasswordField
        {...fields}
        id="new_password"
        label="New password"
        value={value.password}
        describedBy={['password-checks', hint].filter(Boolean).join(' ')}
        onChange={(password) => onChange({ ...value, password })}
      />
      <Checklist password={value.password} />
      <PasswordField
        {...fields}
        id="confirm_password"
        label="Re-enter password"
        value={value.again}
        describedBy={hint}
        onChange={(again) => onChange({ ...value, again })}
      />
      {blockClipboard && (
        <p id="clipboard-hint" className="field-hint">
          Copy, cut and paste are blocked in both fields. <span role="status">{refused}</span>
        </p>
      )}
    </>
  )
}

function Checklist({ password }: { readonly password: string }) {
  return (
    <ul id="password-checks" className="field-checks">
      {passwordChecks(password).map(({ key, label, isMet }) => (
        <li key={key} className={isMet ? 'field-met' : undefined}>
          <Mark isMet={isMet} />
          {label}
          <span className="c-visually-hidden">{isMet ? ': met' : ': not met'}</span>
        </li>
      ))}
    </ul>
  )
}

function Mark({ isMet }: { readonly isMet: boolean }) {
  return (
    <svg viewBox="0 0 12 12" width="12" height="12" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden>
      {isMet ? <path d="m1.5 6.5 3 3 6-7" /> : <circle cx="6" cy="6" r="4.2" />}
    </svg>
  )
}
