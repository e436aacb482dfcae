import { HTMLSelect } from '@blueprintjs/core'
import { type DbcFile, listDbcs } from '@carapace/shared/msoc/can/dbc.contract'
import { type ReactElement, useId } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { Field } from '../../core/ui/field.tsx'
import '../../core/ui/form.css'

export interface Target {
  readonly model: string
  readonly bus: string
  readonly note: string
}

/** What can be chosen from: models and buses that are known, and the library of CAN databases. */
export function useLibrary() {
  const { data, problem } = useEndpoint(listDbcs, {})
  return { models: data?.models ?? [], buses: data?.buses ?? [], dbcs: data?.dbcs ?? [], problem }
}

interface TargetFieldsProps {
  readonly target: Target
  readonly models: readonly string[]
  readonly buses: readonly string[]
  readonly onChange: (change: Partial<Target>) => void
}

/** Whose bus the profile is of, and what is to be noted on it. */
export function TargetFields({ target: { model, bus, note }, models, buses, onChange }: TargetFieldsProps) {
  return (
    <>
      <Suggested
        label="Vehicle model"
        value={model}
        options={models}
        maxLength={100}
        hint="Empty: every model that has no profile of its own."
        onChange={(value) => onChange({ model: value })}
      />
      <Suggested
        label="Bus"
        value={bus}
        options={buses}
        maxLength={32}
        required
        onChange={(value) => onChange({ bus: value })}
      />
      <Field label="Note">
        {(id) => (
          <input
            id={id}
            className="bp6-input"
            value={note}
            maxLength={500}
            autoComplete="off"
            onChange={(event) => onChange({ note: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}

interface SuggestedProps {
  readonly label: string
  readonly value: string
  readonly options: readonly string[]
  readonly maxLength: number
  readonly required?: boolean
  readonly hint?: string
  readonly onChange: (value: string) => void
}

/** A line of text for which known words are suggested. */
function Suggested({ label, hint, options, onChange, ...input }: SuggestedProps): ReactElement {
  const list = useId()
  return (
    <Field label={label} hint={hint}>
      {(id, describedBy) => (
        <>
          <input
            {...input}
            id={id}
            className="bp6-input"
            list={list}
            aria-describedby={describedBy}
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
          />
          <datalist id={list}>
            {options.map((option) => (
              <option key={option} value={option} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}

interface DbcFieldProps {
  readonly dbcs: readonly DbcFile[]
  readonly value: string
  /** What not choosing one is called; absent: one must be chosen. */
  readonly none?: string
  readonly onChange: (versionUuid: string) => void
}

/** A version of a CAN database; the latest of each first. */
export function DbcField({ dbcs, value, none, onChange }: DbcFieldProps) {
  const versions = dbcs.flatMap((dbc) =>
    dbc.versions.map(({ uuid, version }) => ({ value: uuid, label: `${dbc.name} v${version}` })),
  )
  return (
    <Field label="CAN database" hint={none === undefined ? undefined : 'Names messages, and bounds their signals.'}>
      {(id, describedBy) => (
        <HTMLSelect
          id={id}
          fill
          aria-describedby={describedBy}
          value={value}
          options={[{ value: '', label: none ?? 'Choose one' }, ...versions]}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
