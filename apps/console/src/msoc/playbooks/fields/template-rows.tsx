import { getPlaybook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import type { PlaybookNode } from '@carapace/shared/msoc/playbooks/playbook'
import { vehicleActionKinds, vehicleActionParameters } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions'
import { useState } from 'react'
import { useEndpoint } from '../../../core/call/query.ts'
import { ExpressionInput } from './expression-input.tsx'
import { useFieldContext } from './field-context.ts'
import { EditableRows } from './rows.tsx'

interface TemplateRowsProps {
  readonly node: PlaybookNode
  readonly label: string
  readonly hasSecrets: boolean
  readonly templates: Readonly<Record<string, string>>
  readonly onChange: (templates: Record<string, string>) => void
}

/** Named templates: headers of a request, parameters of a vehicle action, inputs of a playbook. */
export function TemplateRows(props: TemplateRowsProps) {
  const { type, settings } = props.node
  if (type === 'vehicle_action') return <ParameterRows {...props} kind={settings['action']} />
  if (type === 'sub_playbook') return <InputRows {...props} playbook={settings['playbook_uuid']} />
  return <FreeRows {...props} />
}

/** The parameters that the chosen action knows. */
function ParameterRows({ kind, ...props }: TemplateRowsProps & { readonly kind: unknown }) {
  const known = vehicleActionKinds.find((each) => each === kind)
  if (known === undefined) return null
  const { required, optional } = vehicleActionParameters[known]
  return <NamedRows {...props} names={[...required, ...optional]} optional={optional} />
}

/** The inputs of the called playbook. */
function InputRows({ playbook, ...props }: TemplateRowsProps & { readonly playbook: unknown }) {
  const uuid = typeof playbook === 'string' ? playbook : ''
  const { data } = useEndpoint(getPlaybook, { uuid }, { enabled: uuid !== '', keepPrevious: false })
  if (data?.trigger.kind !== 'called') return null
  const { inputs } = data.trigger
  return (
    <NamedRows
      {...props}
      names={inputs.map(({ name }) => name)}
      optional={inputs.filter(({ required }) => !required).map(({ name }) => name)}
    />
  )
}

interface NamedRowsProps extends TemplateRowsProps {
  readonly names: readonly string[]
  readonly optional: readonly string[]
}

function NamedRows({ label, templates, names, optional, onChange }: NamedRowsProps) {
  const others = Object.keys(templates).filter((name) => !names.includes(name))
  if (names.length === 0 && others.length === 0) return <p className="c-note">{label}: none are needed.</p>
  const put = (name: string, value: string) => {
    const { [name]: _old, ...rest } = templates
    onChange(value === '' && optional.includes(name) ? rest : { ...rest, [name]: value })
  }
  return (
    <fieldset className="c-field">
      <legend>{label}</legend>
      {names.map((name) => (
        <div key={name} className="pb-named">
          <span className="mono">{name}</span>
          <ExpressionInput
            label={name}
            isTemplate
            placeholder={optional.includes(name) ? 'optional' : undefined}
            value={templates[name] ?? ''}
            onChange={(value) => put(name, value)}
          />
        </div>
      ))}
      {others.length > 0 && (
        <p className="c-note">
          {others.join(', ')}: not known here.{' '}
          <button
            type="button"
            className="pb-text-button"
            onClick={() =>
              onChange(Object.fromEntries(Object.entries(templates).filter(([key]) => names.includes(key))))
            }
          >
            Remove
          </button>
        </p>
      )}
    </fieldset>
  )
}

interface Row {
  readonly name: string
  readonly value: string
}

/** Names and values that the user types. Rows without a name are kept until the form is left. */
function FreeRows({ label, hasSecrets, templates, onChange }: TemplateRowsProps) {
  const { isReadOnly } = useFieldContext()
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(templates))
  const shown = isSameRecord(recordOf(rows), templates) ? rows : rowsOf(templates)
  const change = (next: readonly Row[]) => {
    setRows(next)
    onChange(recordOf(next))
  }
  return (
    <fieldset className="c-field">
      <legend>{label}</legend>
      <EditableRows rows={shown} what="header" fresh={{ name: '', value: '' }} onChange={change}>
        {(row, put, index) => (
          <span className="pb-pair">
            <input
              className="bp6-input"
              aria-label={`Name ${index + 1}`}
              placeholder="Name"
              maxLength={100}
              readOnly={isReadOnly}
              value={row.name}
              onChange={({ target }) => put({ name: target.value })}
            />
            <ExpressionInput
              label={`Value ${index + 1}`}
              isTemplate
              hasSecrets={hasSecrets}
              value={row.value}
              onChange={(value) => put({ value })}
            />
          </span>
        )}
      </EditableRows>
    </fieldset>
  )
}

const rowsOf = (record: Readonly<Record<string, string>>) =>
  Object.entries(record).map(([name, value]) => ({ name, value }))
const recordOf = (rows: readonly Row[]) =>
  Object.fromEntries(rows.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]))
const isSameRecord = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b)

interface VariableRowsProps {
  readonly label: string
  readonly variables: readonly Row[]
  readonly onChange: (variables: readonly Row[]) => void
}

export function VariableRows({ label, variables, onChange }: VariableRowsProps) {
  const { isReadOnly } = useFieldContext()
  return (
    <fieldset className="c-field">
      <legend>{label}</legend>
      <EditableRows rows={variables} what="variable" least={1} fresh={{ name: '', value: '' }} onChange={onChange}>
        {(row, put, index) => (
          <span className="pb-pair">
            <input
              className="bp6-input mono"
              aria-label={`Name of variable ${index + 1}`}
              placeholder="name"
              maxLength={40}
              readOnly={isReadOnly}
              value={row.name}
              onChange={({ target }) => put({ name: target.value })}
            />
            <ExpressionInput
              label={`Value of variable ${index + 1}`}
              isTemplate
              value={row.value}
              onChange={(value) => put({ value })}
            />
          </span>
        )}
      </EditableRows>
    </fieldset>
  )
}

interface Case {
  readonly port: string
  readonly equals: string
}

interface CasesRowsProps {
  readonly label: string
  readonly cases: readonly Case[]
  readonly onChange: (cases: readonly Case[]) => void
}

/** The exits of a switch, each with the value that leads there. */
export function CasesRows({ label, cases, onChange }: CasesRowsProps) {
  const { isReadOnly } = useFieldContext()
  return (
    <fieldset className="c-field">
      <legend>{label}</legend>
      <EditableRows rows={cases} what="case" least={1} fresh={{ port: '', equals: '' }} onChange={onChange}>
        {(row, put, index) => (
          <span className="pb-pair">
            <ExpressionInput
              label={`Value of case ${index + 1}`}
              placeholder="equals"
              isTemplate
              value={row.equals}
              onChange={(equals) => put({ equals })}
            />
            <input
              className="bp6-input mono"
              aria-label={`Exit of case ${index + 1}`}
              placeholder="exit"
              maxLength={40}
              readOnly={isReadOnly}
              value={row.port}
              onChange={({ target }) => put({ port: target.value })}
            />
          </span>
        )}
      </EditableRows>
    </fieldset>
  )
}
