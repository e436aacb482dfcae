import { DialogBody } from '@blueprintjs/core'
import { AddIcon } from '@blueprintjs/icons'
import { type CaseStatus, deleteCaseStatus, saveCaseStatus } from '@carapace/shared/msoc/cases/case-settings.contract'
import { type CaseStage, caseStages, type StatusColour, statusColours } from '@carapace/shared/msoc/cases/cases'
import { useState } from 'react'
import { call, messageOf } from '../../../core/call/call.ts'
import { number, sentenceCase } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { Field, LineField } from '../../../core/ui/field.tsx'
import { Panel } from '../../../core/ui/panel.tsx'
import { moved, useReorder } from '../../../core/ui/reorder.ts'
import { StatusBadge } from '../../../core/ui/status-badge.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { StatusTag } from '../status-tag.tsx'
import { RowActions } from './row-actions.tsx'
import { useSaving } from './saving.ts'
import { SelectField } from './select-field.tsx'

interface StatusesPanelProps {
  readonly statuses: readonly CaseStatus[]
  readonly onChanged: () => void
}

/** The organisation's own statuses under the three stages; they are the columns of the board, in this order. */
export function StatusesPanel({ statuses, onChanged }: StatusesPanelProps) {
  // its uuid, or `new`
  const [editing, setEditing] = useState<string>()
  const refusal = useRefusal(saveCaseStatus)
  const edited = statuses.find(({ uuid }) => uuid === editing)
  const { propsOf } = useReorder((from, to) => void arrange(from, to), refusal === undefined)
  const arrange = async (from: number, to: number) => {
    try {
      const next = moved(statuses, from, to)
      for (const [order, status] of next.entries()) {
        const { uuid, revision, name, stage, colour } = status
        if (status.order !== order) await call(saveCaseStatus, { uuid, revision, name, stage, colour, order })
      }
    } catch (problem) {
      toast.error(`The order was not saved. ${messageOf(problem)}`)
    }
    onChanged()
  }

  return (
    <Panel
      title="Statuses"
      extra={
        <ActButton icon={<AddIcon />} refusal={refusal} onClick={() => setEditing('new')}>
          Add status
        </ActButton>
      }
    >
      {statuses.length === 0 ? (
        <p className="cs-nothing">
          Cases have only their stage. A status divides a stage, such as Waiting for supplier.
        </p>
      ) : (
        <ul className="cse-rows" aria-label="Statuses">
          {statuses.map((status, index) => (
            <li key={status.uuid} {...propsOf(index)} tabIndex={0}>
              <StatusTag name={status.name} colour={status.colour} />
              <StatusBadge status={status.stage} />
              <span className="cs-note cs-right num">
                {number(status.cases)} {status.cases === 1 ? 'case' : 'cases'}
              </span>
              <RowActions
                name={status.name}
                refusal={refusal}
                consequence="Its cases keep their stage."
                onEdit={() => setEditing(status.uuid)}
                onDelete={() => call(deleteCaseStatus, { uuid: status.uuid, revision: status.revision })}
                onChanged={onChanged}
              />
            </li>
          ))}
        </ul>
      )}
      <Dialog
        className="c-small-dialog"
        isOpen={editing !== undefined}
        title={edited === undefined ? 'New status' : `Status ${edited.name}`}
        onClose={() => setEditing(undefined)}
      >
        <StatusForm of={edited} order={statuses.length} onChanged={onChanged} onClose={() => setEditing(undefined)} />
      </Dialog>
    </Panel>
  )
}

interface StatusFormProps {
  readonly of: CaseStatus | undefined
  readonly order: number
  readonly onChanged: () => void
  readonly onClose: () => void
}

function StatusForm({ of, order, onChanged, onClose }: StatusFormProps) {
  const [name, setName] = useState(of?.name ?? '')
  const [stage, setStage] = useState<CaseStage>(of?.stage ?? 'IN_PROGRESS')
  const [colour, setColour] = useState<StatusColour>(of?.colour ?? 'blue')
  const { busy, problem, save } = useSaving(onChanged, onClose)
  const isUsed = of !== undefined && of.cases > 0
  const identity = of && { uuid: of.uuid, revision: of.revision }
  const store = () => save(() => call(saveCaseStatus, { ...identity, name, stage, colour, order: of?.order ?? order }))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void store()
      }}
    >
      <DialogBody>
        <LineField label="Name" value={name} maxLength={40} autoFocus autoComplete="off" onChange={setName} />
        <SelectField
          label="Stage"
          value={stage}
          disabled={isUsed}
          {...(isUsed && { hint: 'It stays while cases have this status.' })}
          options={caseStages.map((each) => [each, sentenceCase(each)] as const)}
          onChange={setStage}
        />
        <Field label="Colour" hint={<StatusTag name={name.trim() || 'Status'} colour={colour} />}>
          {(id) => (
            <span className="bp6-html-select">
              <select id={id} value={colour} onChange={(event) => setColour(event.target.value as StatusColour)}>
                {statusColours.map((each) => (
                  <option key={each} value={each}>
                    {sentenceCase(each)}
                  </option>
                ))}
              </select>
            </span>
          )}
        </Field>
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            {problem}
          </p>
        )}
      </DialogBody>
      <DialogActions action="Save" isReady={name.trim() !== ''} isBusy={busy} onCancel={onClose} />
    </form>
  )
}
