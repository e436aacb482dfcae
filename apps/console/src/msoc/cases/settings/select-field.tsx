import { Field } from '../../../core/ui/field.tsx'

interface SelectFieldProps<Word extends string> {
  readonly label: string
  readonly hint?: string
  readonly value: Word
  readonly options: readonly (readonly [Word, string])[]
  readonly disabled?: boolean
  readonly onChange: (value: Word) => void
}

/** One of a few words. */
export function SelectField<Word extends string>({
  label,
  hint,
  value,
  options,
  disabled = false,
  onChange,
}: SelectFieldProps<Word>) {
  return (
    <Field label={label} hint={hint}>
      {(id, describedBy) => (
        <span className="bp6-html-select">
          <select
            id={id}
            aria-describedby={describedBy}
            value={value}
            disabled={disabled}
            onChange={(event) => onChange(event.target.value as Word)}
          >
            {options.map(([word, text]) => (
              <option key={word} value={word}>
                {text}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  )
}
