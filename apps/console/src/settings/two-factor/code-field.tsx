import { Field } from '../../core/ui/field.tsx'

interface CodeFieldProps {
  readonly value: string
  readonly onChange: (code: string) => void
  readonly hint?: string
  readonly autoFocus?: boolean
}

/** A field for the six digits of an authenticator app. */
export function CodeField({ value, onChange, hint = 'Codes refresh every 30 seconds.', autoFocus }: CodeFieldProps) {
  return (
    <Field label="Code of your authenticator app" hint={hint}>
      {(id, describedBy) => (
        <input
          id={id}
          className="bp6-input st-code mono"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          value={value}
          autoFocus={autoFocus}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, 6))}
        />
      )}
    </Field>
  )
}

export function isWholeCode(code: string): boolean {
  return /^\d{6}$/.test(code)
}
