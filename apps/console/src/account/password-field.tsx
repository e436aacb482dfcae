import { type ClipboardEventHandler, type ReactNode, useState } from 'react'
import { Field } from './fields.tsx'

interface PasswordFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly autoComplete: 'current-password' | 'new-password'
  /** Set while the form is sent: a disabled field would lose the focus. */
  readonly readOnly?: boolean
  readonly autoFocus?: boolean
  /** Shown at the right of the label. */
  readonly beside?: ReactNode
  /** The ids of the elements that explain the field. */
  readonly describedBy?: string | undefined
  /** Called at each copy, cut and paste in the field. */
  readonly onClipboard?: ClipboardEventHandler | undefined
}

/** A password that the user can make visible: a long password is hard to type without seeing it. */
export function PasswordField({ id, label, beside, onChange, describedBy, onClipboard, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const toggleLabel = shown ? 'Hide password' : 'Show password'
  return (
    <Field id={id} label={label} beside={beside}>
      <div className="field-box field-box-filled">
        <input
          {...input}
          id={id}
          name={id}
          type={shown ? 'text' : 'password'}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.target.value)}
          onCopy={onClipboard}
          onCut={onClipboard}
          onPaste={onClipboard}
        />
        <div className="field-inside">
          <button
            type="button"
            className="field-button"
            aria-label={toggleLabel}
            aria-controls={id}
            title={toggleLabel}
            onClick={() => setShown(!shown)}
          >
            <Eye crossed={shown} />
          </button>
        </div>
      </div>
    </Field>
  )
}

function Eye({ crossed }: { readonly crossed: boolean }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden>
      <path
        fillRule="evenodd"
        d="M8 3C4.5 3 1.6 5 .2 8c1.4 3 4.3 5 7.8 5s6.4-2 7.8-5C14.4 5 11.5 3 8 3
           m0 8.5a3.5 3.5 0 1 1 0-7 3.5 3.5 0 0 1 0 7M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4"
      />
      {crossed && <path d="m2.2 1.3 12.5 12.5-1 1L1.2 2.3z" />}
    </svg>
  )
}
