import { Field } from '../../core/ui/field.tsx'

interface DaysFieldProps {
  readonly label: string
  readonly unit: string
  readonly value: string
  readonly most: number
  readonly hint: string
  readonly placeholder?: string
  readonly disabled: boolean
  readonly onChange: (days: string) => void
}

/** A number of days, in the middle of its sentence. */
export function DaysField({ label, unit, hint, most, onChange, ...input }: DaysFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(id, describedBy) => (
        <span className="st-number">
          <input
            {...input}
            id={id}
            className="bp6-input num"
            type="number"
            min={1}
            max={most}
            aria-describedby={describedBy}
            onChange={(event) => onChange(event.target.value)}
          />
          <span className="c-note">{unit}</span>
        </span>
      )}
    </Field>
  )
}
