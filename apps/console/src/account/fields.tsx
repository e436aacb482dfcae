import type { ComponentProps, ReactNode } from 'react'
import './fields.css'

interface TextFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: 'text' | 'email' | 'tel'
  readonly placeholder?: string
  readonly autoComplete?: string
  readonly inputMode?: ComponentProps<'input'>['inputMode']
  readonly readOnly?: boolean
  readonly required?: boolean
  readonly problem?: string | undefined
  readonly autoFocus?: boolean
  /** Shown at the right of the label. */
  readonly beside?: ReactNode
  /** Shown in the field, at its right end: a button or a badge. */
  readonly inside?: ReactNode
}

/** One line of text, with the label above. The error is shown below. */
export function TextField({ id, label, onChange, problem, beside, inside, type = 'text', ...input }: TextFieldProps) {
  return (
    <Field id={id} label={label} beside={beside} problem={problem}>
      <div className={inside === undefined ? 'field-box' : 'field-box field-box-filled'}>
        <input
          {...input}
          id={id}
          name={id}
          type={type}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onChange={(event) => onChange(event.target.value)}
        />
        {inside !== undefined && <div className="field-inside">{inside}</div>}
      </div>
    </Field>
  )
}

interface FieldProps {
  readonly id: string
  readonly label: string
  readonly beside?: ReactNode
  readonly problem?: string | undefined
  readonly children: ReactNode
}

/** The label above, the error below. */
export function Field({ id, label, beside, problem, children }: FieldProps) {
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {beside}
      </div>
      {children}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="field-problem">
          {problem}
        </p>
      )}
    </div>
  )
}

interface SelectFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Shown while no option is chosen. */
  readonly placeholder?: string
  readonly required?: boolean
}

export function SelectField({ id, label, value, onChange, options, placeholder, required }: SelectFieldProps) {
  return (
    <Field id={id} label={label}>
      <select
        id={id}
        name={id}
        value={value}
        required={required}
        className={value === '' ? 'field-empty' : undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  )
}

interface SubmitButtonProps {
  readonly text: string
  readonly busy: boolean
  readonly busyText?: string
  readonly disabled: boolean
  /** Looks disabled, also to a screen reader, but still reacts to a press. */
  readonly unready?: boolean
}

export function SubmitButton({ text, busy, busyText = text, disabled, unready }: SubmitButtonProps) {
  return (
    <button type="submit" className="field-submit" disabled={disabled || busy} aria-disabled={unready || undefined}>
      {busy ? busyText : text}
    </button>
  )
}
