import { HTMLSelect } from '@blueprintjs/core'
import { formulaText } from '@carapace/shared/functional-safety/fault-tree/csv'
import type { Expression } from '@carapace/shared/functional-safety/fault-tree/expression'
import { readFormulaText } from '@carapace/shared/functional-safety/fault-tree/formula-text'
import { operators } from '@carapace/shared/functional-safety/fault-tree/operators'
import { type KeyboardEvent, useId, useState } from 'react'
import { sentenceCase } from '../../core/format/format.ts'
import { useDraft } from '../../core/ui/use-draft.ts'
import {
  argumentNames,
  begun,
  type Model,
  modelOf,
  models,
  type Spread,
  spread,
  spreadOf,
  spreads,
  unitOf,
  withForm,
} from './models.ts'

interface ExpressionProps {
  readonly label: string
  readonly value: Expression
  readonly isReadOnly: boolean
  readonly onChange: (value: Expression) => void
}

/** One number: exact, uncertain, a parameter, or any formula as a text (rule FTA-UI-6). */
export function ExpressionField({ label, value, isReadOnly, onChange }: ExpressionProps) {
  const chosen = spreadOf(value)
  const isNumber = chosen !== 'exact' || typeof value === 'number'
  const choice = isNumber && (
    <HTMLSelect
      className="ft-spread"
      aria-label={`${label}: distribution`}
      disabled={isReadOnly}
      value={chosen}
      options={Object.entries(spreads).map(([key, text]) => ({ value: key, label: text }))}
      onChange={(event) => onChange(spread(value, event.currentTarget.value as Spread))}
    />
  )
  if (chosen === 'exact' || typeof value === 'number' || 'parameter' in value)
    return (
      <div className="ft-expression">
        <FormulaInput label={label} value={value} isReadOnly={isReadOnly} onChange={onChange} />
        {choice}
      </div>
    )
  const names = argumentNames(value)
  return (
    <fieldset className="ft-distribution">
      <legend className="te-label">{label}</legend>
      {choice}
      <div className="ft-arguments">
        {value.args.map((arg, at) => (
          <FormulaInput
            key={names[at] ?? at}
            label={sentenceCase(names[at] ?? `Argument ${at + 1}`)}
            value={arg}
            isReadOnly={isReadOnly}
            onChange={(next) => onChange({ ...value, args: value.args.with(at, next) })}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** A formula as a text: stored with Enter or on blur, restored with Escape; one that is none stays, with the reason. */
export function FormulaInput({ label, value, isReadOnly, onChange }: ExpressionProps) {
  const id = useId()
  const [draft, setDraft, written] = useDraft()
  const [why, setWhy] = useState<string>()
  const commit = () => {
    const text = written()
    if (text === undefined) return
    const read = readFormulaText(text)
    setWhy(read.ok ? undefined : read.reason)
    if (!read.ok) return
    setDraft(undefined)
    onChange(read.value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit()
    if (event.key !== 'Escape') return
    event.preventDefault()
    setDraft(undefined)
    setWhy(undefined)
  }
  return (
    <label className="ft-field" htmlFor={id}>
      <span className="te-label">{label}</span>
      <input
        id={id}
        className="bp6-input mono"
        maxLength={2_000}
        spellCheck={false}
        autoComplete="off"
        readOnly={isReadOnly}
        aria-invalid={why !== undefined}
        value={draft ?? formulaText(value)}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      {why !== undefined && (
        <span className="c-problem" role="alert">
          {why}
        </span>
      )}
    </label>
  )
}

interface ModelEditorProps {
  readonly value: Expression | null
  readonly isReadOnly: boolean
  readonly onChange: (value: Expression | null) => void
}

/** How the probability of an event is computed: its model, and the numbers of that. */
export function ModelEditor({ value, isReadOnly, onChange }: ModelEditorProps) {
  const [isFormula, setFormula] = useState(false)
  const model = isFormula && value !== null ? 'formula' : modelOf(value)
  const choose = (next: Model) => {
    setFormula(next === 'formula')
    onChange(begun(next, value))
  }
  return (
    <>
      <HTMLSelect
        fill
        aria-label="Model of the probability"
        disabled={isReadOnly}
        value={model}
        options={Object.entries(models).map(([key, label]) => ({ value: key, label }))}
        onChange={(event) => choose(event.currentTarget.value as Model)}
      />
      {value !== null &&
        (model === 'constant' ? (
          <ExpressionField label="Probability" value={value} isReadOnly={isReadOnly} onChange={onChange} />
        ) : model === 'formula' ? (
          <FormulaInput label="Formula" value={value} isReadOnly={isReadOnly} onChange={onChange} />
        ) : (
          <Arguments value={value} isReadOnly={isReadOnly} onChange={onChange} />
        ))}
    </>
  )
}

function Arguments({ value, isReadOnly, onChange }: Omit<ExpressionProps, 'label'>) {
  if (typeof value === 'number' || 'parameter' in value) return null
  const { forms } = operators.get(value.op)!
  const names = argumentNames(value)
  return (
    <>
      {forms.length > 1 && (
        <HTMLSelect
          aria-label="Numbers that the model takes"
          disabled={isReadOnly}
          value={names.length}
          options={forms.map(({ length }) => ({ value: length, label: `${length} numbers` }))}
          onChange={(event) => {
            const form = forms.find(({ length }) => length === Number(event.currentTarget.value))
            if (form) onChange(withForm(value.op, form, value))
          }}
        />
      )}
      {value.args.map((arg, at) => {
        const name = names[at] ?? `argument ${at + 1}`
        const unit = unitOf(name)
        return (
          <ExpressionField
            key={name}
            label={unit === '' ? sentenceCase(name) : `${sentenceCase(name)}, ${unit}`}
            value={arg}
            isReadOnly={isReadOnly}
            onChange={(next) => onChange({ ...value, args: value.args.with(at, next) })}
          />
        )
      })}
    </>
  )
}
