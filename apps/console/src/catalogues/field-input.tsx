import { HTMLSelect } from '@blueprintjs/core'
import { Field } from '../core/ui/field.tsx'
import { linesIn } from './draft.ts'
import { type EntryField, factors } from './fields.ts'

interface FieldInputProps {
  readonly field: EntryField
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : [])

/** The input for one field of an entry. */
export function FieldInput({ field, value, onChange }: FieldInputProps) {
  const { label, hint, input } = field
  if (input === 'choices') return <Choices field={field} chosen={textsIn(value)} onChange={onChange} />
  if (input === 'potential')
    return <Potential label={label} value={(value ?? {}) as Readonly<Record<string, string>>} onChange={onChange} />
  return (
    <Field label={label} hint={hint}>
      {(id, describedBy) => {
        if (input === 'choice')
          return (
            <HTMLSelect
              id={id}
              value={(value as string | null | undefined) ?? ''}
              options={[{ value: '', label: 'Not stated' }, ...optionsOf(field.words!)]}
              onChange={(event) => onChange(event.currentTarget.value || null)}
            />
          )
        if (input === 'line')
          return (
            <input
              id={id}
              className="bp6-input"
              aria-describedby={describedBy}
              maxLength={80}
              value={String(value ?? '')}
              onChange={(event) => onChange(event.target.value)}
            />
          )
        const text = input === 'lines' ? textsIn(value).join('\n') : String(value ?? '')
        return (
          <textarea
            id={id}
            className="bp6-input"
            aria-describedby={describedBy}
            rows={input === 'lines' ? 3 : 4}
            maxLength={input === 'lines' ? 10_000 : 5_000}
            value={text}
            onChange={(event) => onChange(input === 'lines' ? linesIn(event.target.value) : event.target.value)}
          />
        )
      }}
    </Field>
  )
}

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

interface ChoicesProps {
  readonly field: EntryField
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** Checkboxes for a fixed set of values. A stored value outside the set (from an import) is kept and can be removed. */
function Choices({ field: { label, hint, words }, chosen, onChange }: ChoicesProps) {
  const options = {
    ...words,
    ...Object.fromEntries(chosen.filter((one) => words?.[one] === undefined).map((one) => [one, one])),
  }
  const toggle = (word: string) =>
    onChange(chosen.includes(word) ? chosen.filter((one) => one !== word) : [...chosen, word])
  return (
    <fieldset className="c-field ct-choices">
      <legend>{label}</legend>
      <div>
        {Object.entries(options).map(([word, text]) => (
          <label key={word}>
            <input type="checkbox" checked={chosen.includes(word)} onChange={() => toggle(word)} />
            {text}
          </label>
        ))}
      </div>
      {hint !== undefined && <span className="c-note">{hint}</span>}
    </fieldset>
  )
}

interface PotentialProps {
  readonly label: string
  readonly value: Readonly<Record<string, string>>
  readonly onChange: (value: Readonly<Record<string, string>>) => void
}

/** A level for each of the five attack potential factors. */
function Potential({ label, value, onChange }: PotentialProps) {
  return (
    <fieldset className="c-field ct-potential">
      <legend>{label}</legend>
      <div>
        {factors.map(({ name, label: factor, words }) => (
          <label key={name}>
            <span>{factor}</span>
            <HTMLSelect
              value={value[name] ?? ''}
              options={[
                { value: '', label: 'Not stated' },
                ...optionsOf({
                  ...words,
                  ...(value[name] && !Object.hasOwn(words, value[name]) ? { [value[name]]: value[name] } : {}),
                }),
              ]}
              onChange={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
