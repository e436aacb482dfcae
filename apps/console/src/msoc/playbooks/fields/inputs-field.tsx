import { HTMLSelect } from '@blueprintjs/core'
import { InputField, valueTypes } from '@carapace/shared/msoc/playbooks/playbook'
import { useFieldContext } from './field-context.ts'
import { EditableRows } from './rows.tsx'

interface InputsFieldProps {
  readonly label: string
  readonly inputs: readonly InputField[]
  readonly onChange: (inputs: readonly InputField[]) => void
  readonly least?: number
}

const fresh: InputField = { name: '', label: '', type: 'text', required: true }

/** The values that a form asks for, or that a calling playbook gives. */
export function InputsField({ label, inputs, onChange, least = 0 }: InputsFieldProps) {
  const { isReadOnly } = useFieldContext()
  return (
    <fieldset className="c-field">
      <legend>{label}</legend>
      <EditableRows rows={inputs} what="field" fresh={fresh} least={least} onChange={onChange}>
        {(input, change, index) => (
          <>
            <span className="pb-pair">
              <input
                className="bp6-input"
                aria-label={`Label of field ${index + 1}`}
                placeholder="Label"
                maxLength={100}
                readOnly={isReadOnly}
                value={input.label}
                onChange={({ target }) => change(named(input, target.value))}
              />
              <input
                className="bp6-input mono"
                aria-label={`Name of field ${index + 1}`}
                placeholder="name"
                maxLength={40}
                readOnly={isReadOnly}
                value={input.name}
                onChange={({ target }) => change({ name: target.value })}
              />
            </span>
            <span className="pb-pair">
              <HTMLSelect
                aria-label={`Type of field ${index + 1}`}
                value={input.type}
                disabled={isReadOnly}
                options={valueTypes.map((each) => ({ value: each, label: typeTexts[each] }))}
                onChange={({ currentTarget }) => change(typed(currentTarget.value as InputField['type']))}
              />
              <label className="pb-box">
                <input
                  type="checkbox"
                  checked={input.required}
                  disabled={isReadOnly}
                  onChange={({ target }) => change({ required: target.checked })}
                />
                Required
              </label>
            </span>
            {input.type === 'choice' && (
              <input
                className="bp6-input"
                aria-label={`Options of field ${index + 1}`}
                placeholder="Options, separated by commas"
                readOnly={isReadOnly}
                defaultValue={(input.options ?? []).join(', ')}
                onChange={({ target }) => change({ options: listOf(target.value) })}
              />
            )}
          </>
        )}
      </EditableRows>
    </fieldset>
  )
}

const typeTexts = { text: 'Text', number: 'Number', boolean: 'Yes or no', choice: 'Choice' } as const

const typed = (type: InputField['type']): Partial<InputField> => ({ type, ...(type === 'choice' && { options: [] }) })

/** A new label names the field as well, until somebody names it otherwise. */
function named({ name, label }: InputField, next: string): Partial<InputField> {
  return { label: next, ...((name === '' || name === nameOf(label)) && { name: nameOf(next) }) }
}

const nameOf = (label: string) =>
  label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
    .slice(0, 40)

/** The values of a text with commas. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

interface InputValuesProps {
  readonly fields: readonly InputField[]
  readonly values: Readonly<Record<string, string | number | boolean>>
  readonly onChange: (name: string, value: string | number | boolean | undefined) => void
}

/** The fields of a form that a person answers. */
export function InputValues({ fields, values, onChange }: InputValuesProps) {
  return fields.map(({ name, label, type, options, required }) => (
    <label key={name} className="pb-value">
      <span>
        {label}
        {!required && ' (optional)'}
      </span>
      {type === 'choice' ? (
        <HTMLSelect
          value={String(values[name] ?? '')}
          options={[{ value: '', label: 'Choose' }, ...(options ?? []).map((each) => ({ value: each, label: each }))]}
          onChange={({ currentTarget }) => onChange(name, currentTarget.value || undefined)}
        />
      ) : type === 'boolean' ? (
        <HTMLSelect
          value={values[name] === undefined ? '' : String(values[name])}
          options={[
            { value: '', label: 'Choose' },
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          onChange={({ currentTarget: { value } }) => onChange(name, value === '' ? undefined : value === 'true')}
        />
      ) : (
        <input
          className="bp6-input"
          type={type === 'number' ? 'number' : 'text'}
          step="any"
          maxLength={4_000}
          autoComplete="off"
          value={String(values[name] ?? '')}
          onChange={({ target: { value } }) =>
            onChange(name, value === '' ? undefined : type === 'number' ? Number(value) : value)
          }
        />
      )}
    </label>
  ))
}

/** Whether every required field has a value. */
export function isAnswered(fields: readonly InputField[], values: Readonly<Record<string, unknown>>): boolean {
  return fields.every(({ name, required }) => !required || values[name] !== undefined)
}
