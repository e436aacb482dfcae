import type { CaseField } from '@carapace/shared/msoc/cases/case-settings.contract'
import { Field } from '../../../core/ui/field.tsx'

type Value = string | number | null

interface ValueFieldProps {
  readonly field: CaseField
  readonly value: Value
  readonly disabled?: boolean
  readonly onChange: (value: Value) => void
  /** The input lost the focus, or a choice was made. */
  readonly onDone?: () => void
}

/** One of the organisation's own fields: a text, a number, a date or a choice. */
export function ValueField({ field, value, disabled = false, onChange, onDone }: ValueFieldProps) {
  const { name, type, options, help } = field
  return (
    <Field label={name} {...(help !== '' && { hint: help })}>
      {(id, describedBy) =>
        type === 'choice' ? (
          <span className="bp6-html-select">
            <select
              id={id}
              aria-describedby={describedBy}
              disabled={disabled}
              value={value ?? ''}
              onChange={(event) => onChange(event.target.value || null)}
              onBlur={onDone}
            >
              <option value="">–</option>
              {options.map((option) => (
                <option key={option} value={option}>
                  {option}
                </option>
              ))}
            </select>
          </span>
        ) : (
          <input
            id={id}
            aria-describedby={describedBy}
            className="bp6-input"
            type={type}
            step={type === 'number' ? 'any' : undefined}
            maxLength={type === 'text' ? 2_000 : undefined}
            disabled={disabled}
            value={value ?? ''}
            onChange={(event) => onChange(valueIn(event.target.value, type))}
            onBlur={onDone}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && onDone !== undefined) event.currentTarget.blur()
            }}
          />
        )
      }
    </Field>
  )
}

/** What was typed, as the field's type has it; empty is null. */
export function valueIn(text: string, type: CaseField['type']): Value {
  if (text === '') return null
  return type === 'number' ? Number(text) : text
}
