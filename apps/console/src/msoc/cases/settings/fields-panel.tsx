import { DialogBody } from '@blueprintjs/core'
import { AddIcon } from '@blueprintjs/icons'
import { type CaseField, deleteCaseField, saveCaseField } from '@carapace/shared/msoc/cases/case-settings.contract'
import { type FieldType, fieldTypes } from '@carapace/shared/msoc/cases/cases'
import { useState } from 'react'
import { call, messageOf } from '../../../core/call/call.ts'
import { sentenceCase } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { Field, LineField } from '../../../core/ui/field.tsx'
import { Panel } from '../../../core/ui/panel.tsx'
import { moved, useReorder } from '../../../core/ui/reorder.ts'
import { toast } from '../../../core/ui/toast.ts'
import { linesIn } from './lines.ts'
import { RowActions } from './row-actions.tsx'
import { useSaving } from './saving.ts'
import { SelectField } from './select-field.tsx'

interface FieldsPanelProps {
  readonly fields: readonly CaseField[]
  readonly onChanged: () => void
}

/** The fields that the organisation adds to its cases. */
export function FieldsPanel({ fields, onChanged }: FieldsPanelProps) {
  // its uuid, or `new`
  const [editing, setEditing] = useState<string>()
  const refusal = useRefusal(saveCaseField)
  const edited = fields.find(({ uuid }) => uuid === editing)
  const { propsOf } = useReorder((from, to) => void arrange(from, to), refusal === undefined)
  const arrange = async (from: number, to: number) => {
    try {
      for (const [order, field] of moved(fields, from, to).entries()) {
        const { uuid, revision, name, type, options, help } = field
        if (field.order !== order) await call(saveCaseField, { uuid, revision, name, type, options, help, order })
      }
    } catch (problem) {
      toast.error(`The order was not saved. ${messageOf(problem)}`)
    }
    onChanged()
  }
  return (
    <Panel
      title="Fields"
      extra={
        <ActButton icon={<AddIcon />} refusal={refusal} onClick={() => setEditing('new')}>
          Add field
        </ActButton>
      }
    >
      {fields.length === 0 ? (
        <p className="cs-nothing">No fields of your own yet. A field can hold a text, a number, a date or a choice.</p>
      ) : (
        <ul className="cse-rows" aria-label="Fields">
          {fields.map((field, index) => (
            <li key={field.uuid} {...propsOf(index)} tabIndex={0}>
              <strong>{field.name}</strong>
              <span className="cs-note">
                {sentenceCase(field.type)}
                {field.type === 'choice' && `: ${field.options.join(', ')}`}
              </span>
              <span className="cs-right" />
              <RowActions
                name={field.name}
                refusal={refusal}
                consequence="Its values are removed from all cases and templates."
                onEdit={() => setEditing(field.uuid)}
                onDelete={() => call(deleteCaseField, { uuid: field.uuid, revision: field.revision })}
                onChanged={onChanged}
              />
            </li>
          ))}
        </ul>
      )}
      <Dialog
        className="c-small-dialog"
        isOpen={editing !== undefined}
        title={edited === undefined ? 'New field' : `Field ${edited.name}`}
        onClose={() => setEditing(undefined)}
      >
        <FieldForm of={edited} order={fields.length} onChanged={onChanged} onClose={() => setEditing(undefined)} />
      </Dialog>
    </Panel>
  )
}

interface FieldFormProps {
  readonly of: CaseField | undefined
  readonly order: number
  readonly onChanged: () => void
  readonly onClose: () => void
}

function FieldForm({ of, order, onChanged, onClose }: FieldFormProps) {
  const [name, setName] = useState(of?.name ?? '')
  const [type, setType] = useState<FieldType>(of?.type ?? 'text')
  const [options, setOptions] = useState(of?.options.join('\n') ?? '')
  const [help, setHelp] = useState(of?.help ?? '')
  const { busy, problem, save } = useSaving(onChanged, onClose)
  const choices = type === 'choice' ? linesIn(options) : []
  const isReady = name.trim() !== '' && (type !== 'choice' || choices.length > 0)
  const identity = of && { uuid: of.uuid, revision: of.revision }
  const store = () =>
    save(() => call(saveCaseField, { ...identity, name, type, options: choices, help, order: of?.order ?? order }))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !busy) void store()
      }}
    >
      <DialogBody>
        <LineField label="Name" value={name} maxLength={60} autoFocus autoComplete="off" onChange={setName} />
        <SelectField
          label="Type"
          value={type}
          disabled={of !== undefined}
          {...(of !== undefined && { hint: 'The type of a field stays.' })}
          options={fieldTypes.map((each) => [each, sentenceCase(each)] as const)}
          onChange={setType}
        />
        {type === 'choice' && (
          <Field label="Options" hint="One a line.">
            {(id, describedBy) => (
              <textarea
                id={id}
                aria-describedby={describedBy}
                className="bp6-input"
                rows={5}
                value={options}
                onChange={(event) => setOptions(event.target.value)}
              />
            )}
          </Field>
        )}
        <LineField label="Help" hint="Shown beside the field." value={help} maxLength={500} onChange={setHelp} />
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            {problem}
          </p>
        )}
      </DialogBody>
      <DialogActions action="Save" isReady={isReady} isBusy={busy} onCancel={onClose} />
    </form>
  )
}
