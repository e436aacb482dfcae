import { Field } from '../../core/ui/field.tsx'

interface ExpiryFieldProps {
  /** ISO 8601; null: never. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** The day at whose end something expires; without one it never does. */
export function ExpiryField({ value, onChange }: ExpiryFieldProps) {
  return (
    <Field label="Expires" hint="At the end of this day (UTC). Without a day: never.">
      {(id, describedBy) => (
        <input
          id={id}
          aria-describedby={describedBy}
          className="bp6-input"
          type="date"
          max="2200-12-31"
          value={value?.slice(0, 10) ?? ''}
          onChange={(event) => onChange(endOf(event.target.value))}
        />
      )}
    </Field>
  )
}

function endOf(day: string): string | null {
  return Number.isNaN(Date.parse(day)) ? null : `${day}T23:59:59Z`
}
