import { Button, HTMLSelect } from '@blueprintjs/core'
import { CrossIcon, ManualIcon, PlusIcon } from '@blueprintjs/icons'
import { sigmaLevels } from '@carapace/shared/msoc/sigma/model'
import { useId } from 'react'
import { sentenceCase } from '../../../core/format/format.ts'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { Field, LineField } from '../../../core/ui/field.tsx'
import { FieldNames } from './field-names.tsx'
import { changeForm, type FormChange } from './form-change.ts'
import { type FormLine, formServices, readForm, typedValue } from './form-model.ts'
import '../../../core/ui/form.css'

interface FormViewProps {
  readonly text: string
  readonly isReadOnly: boolean
  readonly onChange: (text: string) => void
  /** Shows the text instead. */
  readonly onText: () => void
}

/** A form of a simple rule, which edits the text (rules RULE-UI-15, RULE-UI-16). */
export function FormView({ text, isReadOnly, onChange, onText }: FormViewProps) {
  const names = useId()
  const read = readForm(text)
  if ('reason' in read) {
    return (
      <EmptyState
        icon={<ManualIcon size={24} />}
        title="This text is more than the form shows"
        action={<Button variant="outlined" text="Edit the text" onClick={onText} />}
      >
        {read.reason}
      </EmptyState>
    )
  }
  const { form } = read
  const change = (one: FormChange) => onChange(changeForm(text, one))
  return (
    <fieldset className="c-form ru-form" disabled={isReadOnly} aria-label="Rule">
      <FieldNames id={names} service={form.service} />
      <LineField
        label="Title"
        maxLength={256}
        value={form.title}
        onChange={(value) => change({ kind: 'title', value })}
      />
      <div className="ru-form-row">
        <Field label="Level">
          {(id) => (
            <HTMLSelect
              id={id}
              value={form.level ?? ''}
              options={[
                { value: '', label: 'Not given (medium)' },
                ...sigmaLevels.map((level) => ({ value: level, label: sentenceCase(level) })),
              ]}
              onChange={(event) => change({ kind: 'level', value: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Service">
          {(id) => (
            <HTMLSelect
              id={id}
              value={form.service}
              options={[{ value: '', label: 'Every service' }, ...formServices]}
              onChange={(event) => change({ kind: 'service', value: event.currentTarget.value })}
            />
          )}
        </Field>
      </div>
      {form.searches.map(({ name, lines }, search) => (
        <fieldset key={search} className="ru-search" aria-label={`Search ${name}`}>
          <legend>
            <span className="mono">{name}</span>: all of these hold
          </legend>
          {lines.map((line, index) => (
            <LineRow
              key={index}
              line={line}
              names={names}
              position={index + 1}
              onChange={(to) => change({ kind: 'line', search, line: index, to })}
              onRemove={lines.length > 1 ? () => change({ kind: 'remove-line', search, line: index }) : undefined}
            />
          ))}
          <div>
            <Button
              size="small"
              variant="outlined"
              icon={<PlusIcon />}
              text="Add a field"
              onClick={() =>
                change({ kind: 'add-line', search, to: { field: freeName(lines), modifiers: '', values: [''] } })
              }
            />
          </div>
        </fieldset>
      ))}
      <LineField
        label="Condition"
        maxLength={1_000}
        hint="Joins the searches with and, or, not."
        value={form.condition}
        onChange={(value) => change({ kind: 'condition', value })}
      />
    </fieldset>
  )
}

/** A name that no line of the search has: a key that is given twice is a fault. */
function freeName(lines: readonly FormLine[]): string {
  const names = new Set(lines.map(({ field, modifiers }) => (modifiers === '' ? field : `${field}|${modifiers}`)))
  for (let n = 1; ; n++) {
    const name = n === 1 ? 'field' : `field${n}`
    if (!names.has(name)) return name
  }
}

interface LineRowProps {
  readonly line: FormLine
  /** The id of the list of known fields. */
  readonly names: string
  readonly position: number
  readonly onChange: (line: FormLine) => void
  readonly onRemove: (() => void) | undefined
}

/** The modifiers that the form offers alone; others are kept as they are. */
const usual = ['', 'contains', 'startswith', 'endswith', 'gt', 'gte', 'lt', 'lte', 'neq', 're', 'exists', 'cidr']
const usualNames: Readonly<Record<string, string>> = {
  '': 'is',
  startswith: 'starts with',
  endswith: 'ends with',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  neq: 'is not',
  re: 'matches (re)',
}

function LineRow({ line, names, position, onChange, onRemove }: LineRowProps) {
  const { field, modifiers, values } = line
  const offered = usual.includes(modifiers) ? usual : [...usual, modifiers]
  return (
    <div className="ru-line">
      <input
        className="bp6-input mono"
        aria-label={`Field ${position}`}
        list={names}
        value={field}
        onChange={(event) => {
          // a key needs a text, and a bar would begin a modifier
          const name = event.target.value.replaceAll('|', '')
          if (name !== '') onChange({ ...line, field: name })
        }}
      />
      <HTMLSelect
        aria-label={`Modifier ${position}`}
        value={modifiers}
        options={offered.map((value) => ({ value, label: usualNames[value] ?? value }))}
        onChange={(event) => onChange({ ...line, modifiers: event.currentTarget.value })}
      />
      <ValuesField position={position} values={values} onChange={(next) => onChange({ ...line, values: next })} />
      <Button
        size="small"
        variant="minimal"
        icon={<CrossIcon />}
        aria-label={`Remove line ${position}`}
        disabled={onRemove === undefined}
        onClick={onRemove}
      />
    </div>
  )
}

interface ValuesFieldProps {
  readonly position: number
  readonly values: FormLine['values']
  readonly onChange: (values: FormLine['values']) => void
}

/** The values, one a line of the field; any of them matches. */
function ValuesField({ position, values, onChange }: ValuesFieldProps) {
  return (
    <textarea
      className="bp6-input mono"
      aria-label={`Values ${position}, one a line`}
      rows={Math.min(6, values.length)}
      spellCheck={false}
      value={values.map(String).join('\n')}
      onChange={(event) => onChange(event.target.value.split('\n').map(typedValue))}
    />
  )
}
