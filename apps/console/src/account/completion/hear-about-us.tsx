import { hearAboutUsOptions, otherSource } from '@carapace/shared/account/registration-options'
import { useEffect, useRef } from 'react'
import { SelectField, TextField } from '../fields.tsx'
import type { Completion } from './completion.ts'

interface HearAboutUsProps {
  readonly value: Pick<Completion, 'hearAboutUs' | 'hearAboutUsOther'>
  readonly onChange: (value: HearAboutUsProps['value']) => void
}

const label = 'How did you hear about us? (optional)'

/** A list. "Other" replaces it with a text field, and the cross brings the list back. The focus follows. */
export function HearAboutUs({ value: { hearAboutUs, hearAboutUsOther }, onChange }: HearAboutUsProps) {
  const isOther = hearAboutUs === otherSource
  const wasOther = useRef(isOther)
  useEffect(() => {
    if (wasOther.current && !isOther) document.getElementById('hearAboutUs')?.focus()
    wasOther.current = isOther
  }, [isOther])

  if (!isOther) {
    return (
      <SelectField
        id="hearAboutUs"
        label={label}
        value={hearAboutUs}
        options={hearAboutUsOptions}
        placeholder="Select an answer"
        onChange={(chosen) => onChange({ hearAboutUs: chosen, hearAboutUsOther: '' })}
      />
    )
  }
  return (
    <TextField
      id="hearAboutUsOther"
      label={label}
      value={hearAboutUsOther}
      placeholder="Please specify"
      autoFocus
      inside={<ClearButton onClick={() => onChange({ hearAboutUs: '', hearAboutUsOther: '' })} />}
      onChange={(typed) => onChange({ hearAboutUs, hearAboutUsOther: typed })}
    />
  )
}

function ClearButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <button
      type="button"
      className="field-button"
      aria-label="Clear and go back to the list"
      title="Back to the list"
      onClick={onClick}
    >
      <svg viewBox="0 0 12 12" width="12" height="12" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden>
        <path d="m2 2 8 8m0-8-8 8" />
      </svg>
    </button>
  )
}
