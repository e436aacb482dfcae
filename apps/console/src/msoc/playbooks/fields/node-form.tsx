import type { NodeField } from '@carapace/shared/msoc/playbooks/node-declaration'
import { initialFor } from '@carapace/shared/msoc/playbooks/node-types'
import type { People } from '@carapace/shared/msoc/playbooks/node-settings'
import type { Conditions, InputField, PlaybookNode } from '@carapace/shared/msoc/playbooks/playbook'
import { Field } from '../../../core/ui/field.tsx'
import { ConditionsField } from './conditions-field.tsx'
import { ExpressionInput } from './expression-input.tsx'
import { mistakesAt, useFieldContext } from './field-context.ts'
import { InputsField } from './inputs-field.tsx'
import { MatchersField } from './matchers-field.tsx'
import { PeopleField } from './people-field.tsx'
import { PlainField } from './plain-fields.tsx'
import { CasesRows, TemplateRows, VariableRows } from './template-rows.tsx'

interface NodeFormProps {
  readonly node: PlaybookNode
  readonly fields: readonly NodeField[]
  readonly onChange: (name: string, value: unknown) => void
}

/** The settings of a node, each with the editor of its kind and its mistakes (rule PLAYBOOK-UI-15). */
export function NodeForm({ node, fields, onChange }: NodeFormProps) {
  return fields
    .filter(({ when }) => when === undefined || node.settings[when.field] === when.is)
    .map((field) => (
      <div key={field.name} className="pb-setting" data-setting={field.name}>
        <Setting
          node={node}
          field={field}
          value={node.settings[field.name]}
          onChange={(value) => onChange(field.name, value)}
        />
        <Mistakes name={field.name} />
      </div>
    ))
}

/** The mistakes at a setting, below it. */
export function Mistakes({ name }: { readonly name: string }) {
  const { mistakes } = useFieldContext()
  // the field itself shows where an expression is wrong
  const shown = mistakesAt(mistakes, name).filter((message) => !/\(character \d+\)$/.test(message))
  return shown.map((message) => (
    <p key={message} className="c-problem pb-mistake">
      {message}
    </p>
  ))
}

interface SettingProps {
  readonly node: PlaybookNode
  readonly field: NodeField
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function Setting(props: SettingProps) {
  const { node, field, value, onChange } = props
  const { isReadOnly } = useFieldContext()
  const { label, kind } = field
  switch (kind) {
    case 'template':
    case 'text_template':
    case 'path':
      return <TextSetting {...props} />
    case 'templates':
      return (
        <TemplateRows
          node={node}
          label={label}
          hasSecrets={field.secrets === true}
          templates={recordIn(value)}
          onChange={onChange}
        />
      )
    case 'variables':
      return <VariableRows label={label} variables={listIn(value)} onChange={onChange} />
    case 'cases':
      return <CasesRows label={label} cases={listIn(value)} onChange={onChange} />
    case 'conditions':
      return (
        <fieldset className="c-field">
          <legend>{label}</legend>
          <ConditionsField conditions={value as Conditions} onChange={onChange} />
        </fieldset>
      )
    case 'matchers':
      return <MatchersField legend={label} matchers={value ?? null} isReadOnly={isReadOnly} onChange={onChange} />
    case 'inputs':
      return <InputsField label={label} least={1} inputs={listIn<InputField>(value)} onChange={onChange} />
    case 'people':
      return <PeopleField label={label} people={value as People} onChange={onChange} />
    case 'tags':
    case 'member':
    case 'playbook':
    case 'choice':
    case 'choice_or_none':
    case 'number':
    case 'numbers':
    case 'boolean':
      return (
        <PlainField
          field={field}
          value={value}
          mayBeNull={initialFor(node.type)[field.name] === null}
          onChange={onChange}
        />
      )
  }
}

const listIn = <T,>(value: unknown) => (Array.isArray(value) ? (value as T[]) : [])
const recordIn = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, string>

function TextSetting({ field, value, onChange }: SettingProps) {
  const { mistakes } = useFieldContext()
  const { name, label, kind, hint, secrets } = field
  return (
    <Field label={label}>
      {(id, describedBy) => (
        <ExpressionInput
          id={id}
          describedBy={describedBy}
          isTemplate={kind !== 'path'}
          isLong={kind === 'text_template'}
          hasSecrets={secrets === true}
          isWrong={mistakesAt(mistakes, name).length > 0}
          placeholder={hint}
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
