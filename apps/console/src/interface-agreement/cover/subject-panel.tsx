import { Field, LineField } from '../../core/ui/field.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { AreaField } from '../dialogs/area-field.tsx'
import type { CoverPartProps } from './part-props.ts'

/** What the agreement is about, and how long it is in force. */
export function SubjectPanel({ fields, faults, isDisabled: disabled, onChange }: CoverPartProps) {
  const { title, cover } = fields
  const set = (change: Partial<typeof cover>) => onChange({ ...fields, cover: { ...cover, ...change } })
  const day = (key: 'valid_from' | 'valid_until', label: string) => (
    <Field label={label} hint={faults[key]}>
      {(id, describedBy) => (
        <input
          id={id}
          aria-describedby={describedBy}
          className="bp6-input num"
          type="date"
          value={cover[key]}
          disabled={disabled}
          onChange={(event) => set({ [key]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <Panel title="Agreement">
      <div className="ia-fields">
        <LineField
          label="Title"
          hint={faults.title}
          value={title}
          maxLength={200}
          disabled={disabled}
          onChange={(text) => onChange({ ...fields, title: text })}
        />
        <LineField
          label="Item"
          value={cover.item}
          maxLength={200}
          disabled={disabled}
          onChange={(item) => set({ item })}
        />
        <LineField
          label="Document number"
          value={cover.document_number}
          maxLength={60}
          disabled={disabled}
          onChange={(number) => set({ document_number: number })}
        />
        {day('valid_from', 'In force from')}
        {day('valid_until', 'In force until')}
        <div className="ia-all">
          <AreaField
            label="Scope"
            value={cover.scope}
            maxLength={4_000}
            rows={4}
            disabled={disabled}
            onChange={(scope) => set({ scope })}
          />
        </div>
      </div>
    </Panel>
  )
}

const periods = [
  ['cycle_days', 'Days between two exchanges of what is updated in cycles', 3_650],
  ['event_days', 'Days from an event to the exchange of what is updated on events', 365],
] as const

/** How long the periods of exchange are, from which the days follow on which work products are due. */
export function PeriodsPanel({ fields, faults, isDisabled, onChange }: CoverPartProps) {
  const { cover } = fields
  return (
    <Panel title="Periods of exchange">
      <div className="ia-fields">
        {periods.map(([key, label, most]) => (
          <Field key={key} label={label} hint={faults[key]}>
            {(id, describedBy) => (
              <input
                id={id}
                aria-describedby={describedBy}
                className="bp6-input num"
                type="number"
                min={key === 'cycle_days' ? 1 : 0}
                max={most}
                value={Number.isNaN(cover[key]) ? '' : cover[key]}
                disabled={isDisabled}
                onChange={(event) => onChange({ ...fields, cover: { ...cover, [key]: event.target.valueAsNumber } })}
              />
            )}
          </Field>
        ))}
      </div>
    </Panel>
  )
}
