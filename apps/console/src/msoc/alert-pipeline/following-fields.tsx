import { HTMLSelect } from '@blueprintjs/core'
import { type AssignmentMethod, assignmentMethods } from '@carapace/shared/msoc/alerts/pipeline/assignment'
import { type EscalationStop, escalationStops } from '@carapace/shared/msoc/alerts/pipeline/escalation'
import { Field, LineField } from '../../core/ui/field.tsx'
import { useMembers } from '../alert-management/triage/use-members.ts'
import type { AssignmentDraft, EscalationDraft } from './following-draft.ts'
import { dayTexts, methodTexts, stopTexts } from './following-texts.ts'

interface AssignmentFieldsProps {
  readonly legend: string
  readonly draft: AssignmentDraft
  readonly onChange: (change: Partial<AssignmentDraft>) => void
}

/** The fields for who gets the alerts, in which order and when (rule ALERT-PIPELINE-UI-8). */
export function AssignmentFields({ legend, draft, onChange }: AssignmentFieldsProps) {
  return (
    <fieldset className="ap-matchers">
      <legend>{legend}</legend>
      <MemberChoice chosen={draft.members} onChoose={(members) => onChange({ members })} />
      <Field label="Method">
        {(id) => (
          <HTMLSelect
            id={id}
            value={draft.method}
            options={assignmentMethods.map((each) => ({ value: each, label: methodTexts[each] }))}
            onChange={(event) => onChange({ method: event.currentTarget.value as AssignmentMethod })}
          />
        )}
      </Field>
      <label className="ap-check">
        <input
          type="checkbox"
          checked={draft.inShift}
          onChange={(event) => onChange({ inShift: event.target.checked })}
        />
        Only during a shift
      </label>
      {draft.inShift && <ShiftFields draft={draft} onChange={onChange} />}
    </fieldset>
  )
}

interface MemberChoiceProps {
  readonly chosen: readonly string[]
  readonly onChoose: (members: readonly string[]) => void
}

/** Members who may own alerts. They take turns in the order in which they were ticked. */
function MemberChoice({ chosen, onChoose }: MemberChoiceProps) {
  const { members, problem } = useMembers()
  const gone = members && chosen.filter((uuid) => members.every((member) => member.uuid !== uuid))
  return (
    <fieldset className="c-field ap-words">
      <legend>Members</legend>
      {problem !== undefined && <span className="c-note">Members did not load. {problem}</span>}
      {members?.map((member) => (
        <label key={member.uuid}>
          <input
            type="checkbox"
            checked={chosen.includes(member.uuid)}
            onChange={(event) =>
              onChoose(event.target.checked ? [...chosen, member.uuid] : chosen.filter((uuid) => uuid !== member.uuid))
            }
          />
          {member.name || member.email}
        </label>
      ))}
      {gone !== undefined && gone.length > 0 && (
        <label>
          <input type="checkbox" checked onChange={() => onChoose(chosen.filter((uuid) => !gone.includes(uuid)))} />
          Left the organisation or cannot own alerts: {gone.length}
        </label>
      )}
    </fieldset>
  )
}

function ShiftFields({ draft, onChange }: Pick<AssignmentFieldsProps, 'draft' | 'onChange'>) {
  const time = (key: 'from' | 'to', label: string) => (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          className="bp6-input num"
          type="time"
          value={draft[key]}
          onChange={(event) => onChange({ [key]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <>
      <fieldset className="c-field ap-words">
        <legend>Days on which the shift begins</legend>
        {dayTexts.map((text, index) => (
          <label key={text}>
            <input
              type="checkbox"
              checked={draft.days.includes(index + 1)}
              onChange={(event) =>
                onChange({
                  days: dayTexts
                    .map((_text, each) => each + 1)
                    .filter((day) => (day === index + 1 ? event.target.checked : draft.days.includes(day))),
                })
              }
            />
            {text}
          </label>
        ))}
      </fieldset>
      <div className="ap-hours">
        {time('from', 'Shift from')}
        {time('to', 'Shift to')}
      </div>
      <LineField
        label="Time zone of the shift"
        placeholder="Europe/Berlin"
        value={draft.zone}
        maxLength={64}
        autoComplete="off"
        onChange={(zone) => onChange({ zone })}
      />
    </>
  )
}

interface EscalationFieldsProps {
  readonly draft: EscalationDraft
  readonly to: AssignmentDraft
  readonly onChange: (change: Partial<EscalationDraft>) => void
  readonly onChangeTo: (change: Partial<AssignmentDraft>) => void
}

/** The fields for when an alert is overdue, and to whom it is handed over then (rule ALERT-PIPELINE-UI-9). */
export function EscalationFields({ draft, to, onChange, onChangeTo }: EscalationFieldsProps) {
  return (
    <>
      <fieldset className="ap-matchers">
        <legend>Overdue</legend>
        <LineField
          label="Minutes after it was raised"
          value={draft.minutes}
          maxLength={5}
          autoComplete="off"
          onChange={(minutes) => onChange({ minutes })}
        />
        <Field label="Unless it is">
          {(id) => (
            <HTMLSelect
              id={id}
              value={draft.unless}
              options={escalationStops.map((each) => ({ value: each, label: stopTexts[each] }))}
              onChange={(event) => onChange({ unless: event.currentTarget.value as EscalationStop })}
            />
          )}
        </Field>
        <label className="ap-check">
          <input
            type="checkbox"
            checked={draft.handsOver}
            onChange={(event) => onChange({ handsOver: event.target.checked })}
          />
          Hand it over to another member
        </label>
      </fieldset>
      {draft.handsOver && <AssignmentFields legend="Handed over to" draft={to} onChange={onChangeTo} />}
    </>
  )
}
