import { type ReactElement, type ReactNode, useId } from 'react'

interface FieldProps {
  readonly label: string
  /** Below the field: what it is for, or what is wrong with it. */
  readonly hint?: ReactNode
  /** Draws the field under the id that its label names; `describedBy` is the hint's. */
  readonly children: (id: string, describedBy: string | undefined) => ReactElement
}

/** A field under its name, with what is to be known of it below. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}hint`
  return (
    <div className="c-field">
      <label htmlFor={id}>{label}</label>
      {children(id, hintId)}
      {hint !== undefined && (
        <span id={hintId} className="c-note">
          {hint}
        </span>
      )}
    </div>
  )
}

interface LineFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly maxLength: number
  readonly required?: boolean
  readonly type?: 'text' | 'email'
  readonly autoComplete?: string
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly autoFocus?: boolean
}

/** One line of text. */
export function LineField({ label, hint, onChange, ...input }: LineFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(id, describedBy) => (
        <input
          {...input}
          id={id}
          aria-describedby={describedBy}
          className="bp6-input"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
