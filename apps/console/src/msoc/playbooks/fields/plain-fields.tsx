import { HTMLSelect } from '@blueprintjs/core'
import type { NodeField } from '@carapace/shared/msoc/playbooks/node-declaration'
import { listPlaybooks } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { vehicleActionTitles } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions'
import { useEffect, useState } from 'react'
import { useEndpoint } from '../../../core/call/query.ts'
import { sentenceCase } from '../../../core/format/format.ts'
import { Field } from '../../../core/ui/field.tsx'
import { useFieldContext } from './field-context.ts'
import { listOf } from './inputs-field.tsx'
import { MemberField } from './people-field.tsx'

interface PlainFieldProps {
  readonly field: NodeField
  readonly value: unknown
  /** Whether no value is stored as null, as a member that is taken away. */
  readonly mayBeNull: boolean
  readonly onChange: (value: unknown) => void
}

/** A setting without expressions: a choice, a number, a list of words. */
export function PlainField({ field, value, mayBeNull, onChange }: PlainFieldProps) {
  const { isReadOnly } = useFieldContext()
  const { label, kind, hint } = field
  if (kind === 'boolean') {
    return (
      <label className="pb-box">
        <input
          type="checkbox"
          checked={value === true}
          disabled={isReadOnly}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>
          {label}
          {hint !== undefined && <span className="c-note"> {hint}</span>}
        </span>
      </label>
    )
  }
  return (
    <Field label={label} {...(hint !== undefined && { hint })}>
      {(id, describedBy) => (
        <Input
          id={id}
          describedBy={describedBy}
          field={field}
          value={value}
          mayBeNull={mayBeNull}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

interface InputProps extends PlainFieldProps {
  readonly id: string
  readonly describedBy: string | undefined
}

function Input({ id, describedBy, field, value, mayBeNull, onChange }: InputProps) {
  const { isReadOnly } = useFieldContext()
  const { kind } = field
  if (kind === 'choice' || kind === 'choice_or_none')
    return (
      <HTMLSelect
        id={id}
        aria-describedby={describedBy}
        value={value === undefined || value === null ? '' : String(value)}
        disabled={isReadOnly}
        options={optionsOf(field)}
        onChange={({ currentTarget }) => onChange(chosenOf(currentTarget.value, value))}
      />
    )
  if (kind === 'member')
    return (
      <MemberField
        id={id}
        value={value as string | null | undefined}
        nobody={mayBeNull ? 'Nobody' : 'Unchanged'}
        onChange={(uuid) => onChange(uuid ?? (mayBeNull ? null : undefined))}
      />
    )
  if (kind === 'playbook') return <PlaybookSelect id={id} value={String(value ?? '')} onChange={onChange} />
  if (kind === 'tags')
    return <ListInput id={id} describedBy={describedBy} value={value} onChange={(words) => onChange(words)} />
  if (kind === 'numbers')
    return (
      <ListInput id={id} describedBy={describedBy} value={value} onChange={(words) => onChange(words.map(Number))} />
    )
  return (
    <input
      id={id}
      className="bp6-input num pb-number"
      type="number"
      step="any"
      aria-describedby={describedBy}
      readOnly={isReadOnly}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
    />
  )
}

function optionsOf({ kind, options = [] }: NodeField) {
  const named = options.map((each) => ({ value: each, label: optionText(each) }))
  return kind === 'choice_or_none' ? [{ value: '', label: 'Unchanged' }, ...named] : named
}

function optionText(word: string): string {
  return Object.hasOwn(vehicleActionTitles, word)
    ? vehicleActionTitles[word as keyof typeof vehicleActionTitles]
    : /^[A-Z]+$/.test(word) && word.length <= 6
      ? word
      : sentenceCase(word)
}

/** The chosen option; a number where the setting was a number. */
function chosenOf(word: string, before: unknown): unknown {
  if (word === '') return undefined
  return typeof before === 'number' ? Number(word) : word
}

interface ListInputProps {
  readonly id: string
  readonly describedBy: string | undefined
  readonly value: unknown
  readonly onChange: (words: string[]) => void
}

/** Values separated by commas. What is typed stays as it is while it means the same. */
function ListInput({ id, describedBy, value, onChange }: ListInputProps) {
  const { isReadOnly } = useFieldContext()
  const stored = Array.isArray(value) ? value.map(String) : []
  const [text, setText] = useState(stored.join(', '))
  const key = stored.join(',')
  useEffect(() => setText((now) => (listOf(now).join(',') === key ? now : key.replaceAll(',', ', '))), [key])
  return (
    <input
      id={id}
      className="bp6-input"
      aria-describedby={describedBy}
      autoComplete="off"
      placeholder="Separated by commas"
      readOnly={isReadOnly}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        onChange(listOf(target.value))
      }}
    />
  )
}

interface PlaybookSelectProps {
  readonly id: string
  readonly value: string
  readonly onChange: (uuid: string) => void
}

/** The playbooks that other playbooks can call. */
function PlaybookSelect({ id, value, onChange }: PlaybookSelectProps) {
  const { isReadOnly } = useFieldContext()
  const { data } = useEndpoint(listPlaybooks, { limit: 200 })
  const callable = (data?.playbooks ?? []).filter(({ trigger, uuid }) => trigger.kind === 'called' || uuid === value)
  return (
    <HTMLSelect
      id={id}
      value={value}
      disabled={isReadOnly}
      options={[
        { value: '', label: data !== undefined && callable.length === 0 ? 'No playbook can be called' : 'Choose' },
        ...callable.map(({ uuid, name }) => ({ value: uuid, label: name })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
