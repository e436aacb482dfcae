import { useState } from 'react'
import { PolicyDialog } from '../privacy/policy-dialog.tsx'

interface ConsentProps {
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}

/** The required checkbox. Its label has a link that opens the policy. */
export function Consent({ value, onChange }: ConsentProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="consent">
      <input
        id="consent"
        name="consent"
        type="checkbox"
        required
        aria-labelledby="consent-label consent-policy"
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <label id="consent-label" htmlFor="consent">
          I have read and agree to the
        </label>{' '}
        <button
          type="button"
          id="consent-policy"
          className="consent-policy"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          Privacy Policy
        </button>
      </span>
      <PolicyDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}
