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

/** The available options: the known models and buses, and the library of CAN databases. */
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

/** The model and the bus of the profile, and a note. */
export function TargetFields({ target: { model, bus, note }, models, buses, onChange }: TargetFieldsProps) {
  return (
    <>
      <Suggested
        label="Vehicle model"
        value={model}
        options={models}
        maxLength={100}
        hint="Empty: every model without its own profile."
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

/** A text input with suggestions. */
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
  /** The text of the option for none; absent: a version must be selected. */
  readonly none?: string
  readonly onChange: (versionUuid: string) => void
}

/** A selection of a CAN database version; the latest version of each database first. */
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
