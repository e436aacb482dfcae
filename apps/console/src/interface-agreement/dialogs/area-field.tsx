import { Field } from '../../core/ui/field.tsx'

interface AreaFieldProps {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly maxLength: number
  readonly rows?: number
  readonly disabled?: boolean
  readonly autoFocus?: boolean
  readonly onChange: (value: string) => void
}

/** Several lines of text. Ctrl and Enter submit the form. */
export function AreaField({ label, hint, onChange, rows = 3, ...area }: AreaFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(id, describedBy) => (
        <textarea
          {...area}
          id={id}
          aria-describedby={describedBy}
          className="bp6-input"
          rows={rows}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
          }}
        />
      )}
    </Field>
  )
}
