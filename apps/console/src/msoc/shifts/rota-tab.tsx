import { Button } from '@blueprintjs/core'
import { EditIcon, TrashIcon } from '@blueprintjs/icons'
import {
  deleteOverride,
  deleteShift,
  type RotaOverride,
  type RotaShift,
  saveShift,
} from '@carapace/shared/msoc/shifts/shifts.contract'
import { type Turn, turnsBetween } from '@carapace/shared/msoc/shifts/rota'
import { useMemo, useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { calendarDay, clock, dateTime } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { toast } from '../../core/ui/toast.ts'
import { dayTexts } from '../alert-pipeline/following-texts.ts'
import { OverrideDialog } from './override-dialog.tsx'
import { overrideOf, planOf, type Rota } from './rota-data.ts'
import { draftOf, newShift, rotationTexts, ShiftDialog } from './shift-dialog.tsx'

const shownDays = 14
const dayMs = 86_400_000

interface RotaTabProps {
  readonly rota: Rota
  readonly onChanged: () => void
}

/** The shifts, the next two weeks as they will be, and the absences (rule SHIFT-UI-5). */
export function RotaTab({ rota, onChanged }: RotaTabProps) {
  const [draft, setDraft] = useState<ReturnType<typeof newShift>>()
  const [away, setAway] = useState<{ turn: Turn; member: string }>()
  const refusal = useRefusal(saveShift)
  return (
    <div className="sh-rota">
      <Panel
        title="Shifts"
        extra={<ActButton text="New shift" refusal={refusal} onClick={() => setDraft(newShift())} />}
      >
        <ShiftTable rota={rota} refusal={refusal} onEdit={(shift) => setDraft(draftOf(shift))} onChanged={onChanged} />
      </Panel>
      <Panel title="The next two weeks">
        <Calendar rota={rota} refusal={refusal} onAbsent={(turn, member) => setAway({ turn, member })} />
      </Panel>
      <Panel title="Absences">
        <Absences rota={rota} refusal={refusal} onChanged={onChanged} />
      </Panel>
      {draft && (
        <ShiftDialog initial={draft} people={rota.people} onSaved={onChanged} onClose={() => setDraft(undefined)} />
      )}
      {away && <OverrideDialog {...away} people={rota.people} onSaved={onChanged} onClose={() => setAway(undefined)} />}
    </div>
  )
}

const nameIn = ({ people }: Rota, uuid: string) =>
  people.find((person) => person.uuid === uuid)?.name ?? 'Former member'

interface ShiftTableProps extends RotaTabProps {
  readonly refusal: string | undefined
  readonly onEdit: (shift: RotaShift) => void
}

function ShiftTable({ rota, refusal, onEdit, onChanged }: ShiftTableProps) {
  const [removed, setRemoved] = useState<RotaShift>()
  if (rota.shifts.length === 0) return <p className="sh-none">No shifts.</p>
  const remove = ({ uuid, revision }: RotaShift) => {
    setRemoved(undefined)
    void call(deleteShift, { uuid, revision })
      .catch((problem: unknown) => toast.error(messageOf(problem)))
      .finally(onChanged)
  }
  return (
    <div className="sh-scroll">
      <table className="sh-table">
        <thead>
          <tr>
            <th scope="col">Shift</th>
            <th scope="col">Days</th>
            <th scope="col">Hours</th>
            <th scope="col">Members</th>
            <th scope="col">Who is on it</th>
            <th scope="col">From, until</th>
            <th scope="col" aria-label="Actions" />
          </tr>
        </thead>
        <tbody>
          {rota.shifts.map((shift) => (
            <tr key={shift.uuid}>
              <th scope="row">{shift.name}</th>
              <td>{daysText(shift.days)}</td>
              <td className="num">
                {shift.from} to {shift.to} <span className="sh-faint">{shift.zone}</span>
              </td>
              <td>{shift.members.map((uuid) => nameIn(rota, uuid)).join(', ')}</td>
              <td>{rotationTexts[shift.rotation]}</td>
              <td className="num">
                {calendarDay(shift.starts_on)}
                {shift.ends_on === null ? '' : ` to ${calendarDay(shift.ends_on)}`}
              </td>
              <td className="sh-actions">
                <ActButton
                  icon={<EditIcon />}
                  aria-label={`Change ${shift.name}`}
                  refusal={refusal}
                  onClick={() => onEdit(shift)}
                />
                <ActButton
                  icon={<TrashIcon />}
                  aria-label={`Delete ${shift.name}`}
                  refusal={refusal}
                  onClick={() => setRemoved(shift)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {removed && (
        <ConfirmDialog
          isOpen
          isDanger
          title={`Delete ${removed.name}?`}
          action="Delete the shift"
          onConfirm={() => remove(removed)}
          onClose={() => setRemoved(undefined)}
        >
          Its absences and notes are deleted too. Signed hand-overs stay.
        </ConfirmDialog>
      )}
    </div>
  )
}

function daysText(days: readonly number[]): string {
  if (days.length === 7) return 'Every day'
  if (days.join() === '1,2,3,4,5') return 'Weekdays'
  return days.map((day) => dayTexts[day - 1]).join(', ')
}

interface CalendarProps {
  readonly rota: Rota
  readonly refusal: string | undefined
  readonly onAbsent: (turn: Turn, member: string) => void
}

/** A row for each turn, in order; a member is a button that records an absence. */
function Calendar({ rota, refusal, onAbsent }: CalendarProps) {
  const turns = useMemo(() => {
    const plans = rota.shifts.map((shift) => planOf(shift, rota.people))
    return turnsBetween(plans, rota.overrides.map(overrideOf), Date.now(), Date.now() + shownDays * dayMs)
  }, [rota])
  if (turns.length === 0) return <p className="sh-none">No shift begins within two weeks.</p>
  return (
    <ul className="sh-calendar">
      {turns.map((turn) => (
        <li key={`${turn.shiftUuid} ${turn.date}`}>
          <span className="num sh-when">
            {dateTime(turn.from)} to {clock(turn.to)}
          </span>
          <strong>{turn.name}</strong>
          <span className="sh-people">
            {turn.members.map((uuid) => {
              const isPlanned = rota.overrides.every(
                ({ substitute, date, shift_uuid: shift }) =>
                  substitute?.uuid !== uuid || date !== turn.date || shift !== turn.shiftUuid,
              )
              const name = nameIn(rota, uuid)
              return isPlanned && refusal === undefined ? (
                <Button
                  key={uuid}
                  size="small"
                  variant="minimal"
                  title={`${name} is absent …`}
                  aria-label={`Record an absence of ${name} on ${calendarDay(turn.date)}`}
                  onClick={() => onAbsent(turn, uuid)}
                >
                  {name}
                </Button>
              ) : (
                <span key={uuid}>{name}</span>
              )
            })}
            {turn.members.length === 0 && <span className="sh-uncovered">Nobody</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Absences({ rota, refusal, onChanged }: RotaTabProps & { readonly refusal: string | undefined }) {
  if (rota.overrides.length === 0)
    return <p className="sh-none">Nobody is absent. Press a name above to record an absence.</p>
  const remove = ({ uuid }: RotaOverride) =>
    void call(deleteOverride, { uuid })
      .catch((problem: unknown) => toast.error(messageOf(problem)))
      .finally(onChanged)
  return (
    <ul className="sh-calendar">
      {rota.overrides.map((absence) => (
        <li key={absence.uuid}>
          <span className="num sh-when">{calendarDay(absence.date)}</span>
          <strong>{rota.shifts.find(({ uuid }) => uuid === absence.shift_uuid)?.name}</strong>
          <span className="sh-people">
            {absence.member.name} is absent, {absence.substitute ? `${absence.substitute.name} comes` : 'nobody comes'}
            {absence.note !== '' && <span className="sh-faint">{absence.note}</span>}
          </span>
          <ActButton
            icon={<TrashIcon />}
            aria-label={`Remove the absence of ${absence.member.name}`}
            refusal={refusal}
            onClick={() => remove(absence)}
          />
        </li>
      ))}
    </ul>
  )
}
