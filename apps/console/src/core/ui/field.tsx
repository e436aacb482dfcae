import { type ReactElement, type ReactNode, useId } from 'react'

interface FieldProps {
  readonly label: string
  /** Below the field: its purpose, or its error. */
  readonly hint?: ReactNode
  /** Draws the field with the id that its label refers to; `describedBy` is the id of the hint. */
  readonly children: (id: string, describedBy: string | undefined) => ReactElement
}

/** A field with its label above and its hint below. */
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
