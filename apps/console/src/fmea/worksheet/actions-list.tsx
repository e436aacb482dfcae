import { Button } from '@blueprintjs/core'
import { AddIcon, CrossIcon } from '@blueprintjs/icons'
import { dueGroups, type DueGroup, openActions } from '@carapace/shared/fmea/dashboard'
import {
  actionPriorities,
  apOf,
  type Ratings,
  ratingVariables,
  variableTitles,
} from '@carapace/shared/fmea/rating-profile'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { ArtefactStatus } from '@carapace/shared/graph/artefacts/statuses'
import { useState } from 'react'
import { calendarDay } from '../../core/format/format.ts'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { usePageContext } from '../../graph/page/page-context.tsx'
import { StatusMenu } from '../../graph/editing/status-menu.tsx'
import type { Part } from '../../graph/editing/values.ts'
import { actionFields, lineFields, type Rated, type SheetLine } from './lines.ts'
import type { SheetActions } from './sheet-actions.ts'
import type { PartChange } from './step.ts'

const closed: readonly ArtefactStatus[] = ['COMPLETED', 'NOT_COMPLETED']
const groupTitles: Readonly<Record<DueGroup, string>> = {
  overdue: 'Overdue',
  week: 'Due within 7 days',
  month: 'Due within 30 days',
  later: 'Due later',
  undated: 'Without a day',
}

interface ActionsListProps {
  readonly lines: readonly SheetLine[]
  readonly rated: Rated
  readonly actions: SheetActions
  /** The line of the cursor: a new action is for it. */
  readonly line: SheetLine | undefined
  readonly newUuid: () => string
  /** The day today, YYYY-MM-DD. */
  readonly today: string
  readonly onClose: () => void
}

interface OfLine {
  readonly action: Artefact
  readonly line: SheetLine
}

/** The actions of the FMEA by day: who does what until when, and the ratings after it (rule FMEA-UI-8). */
export function ActionsList({ lines, rated, actions, line, newUuid, today, onClose }: ActionsListProps) {
  const { refusal } = usePageContext()
  const [isClosedShown, setClosedShown] = useState(false)
  const all = new Map<string, OfLine>()
  const rank = (one: SheetLine) => (one.priority === null ? -1 : actionPriorities.indexOf(one.priority))
  for (const each of lines)
    for (const action of each.actions) {
      const before = all.get(action.uuid)
      if (!before || rank(before.line) < rank(each)) all.set(action.uuid, { action, line: each })
    }
  const open = openActions(
    [...all.values()].map(({ action, line: of }) => ({
      id: action.uuid,
      title: action.title,
      due: actionFields(action).due,
      isClosed: closed.includes(action.status),
      priority: of.priority,
    })),
    today,
  )
  const done = [...all.values()].filter(({ action }) => closed.includes(action.status))
  const set = (artefact: Artefact, part: Part, before: unknown, after: unknown) =>
    void actions.apply({
      changes: [{ uuid: artefact.uuid, kind: artefact.kind, part, before, after } satisfies PartChange],
      made: [],
      link: [],
      unlink: [],
    })
  const add = (of: SheetLine) => {
    const uuid = newUuid()
    void actions.apply({
      changes: [],
      made: [{ uuid, kind: 'fmea-action', title: 'New action', fields: {} }],
      link: [{ kind: 'improved-by', from: of.row.uuid, to: uuid }],
      unlink: [],
    })
  }
  return (
    <aside className="fw-side" aria-label="Actions">
      <header className="fw-side-head">
        <h2>Actions</h2>
        <Button
          size="small"
          variant="outlined"
          icon={<AddIcon />}
          disabled={refusal !== undefined || line === undefined}
          text={line ? `For ${line.row.code}` : 'For a line'}
          onClick={() => line && add(line)}
        />
        <IconButton size="small" icon={<CrossIcon />} label="Close the actions" onClick={onClose} />
      </header>
      <div className="fw-side-body" tabIndex={0}>
        {dueGroups.map(
          (group) =>
            open[group].length > 0 && (
              <section key={group} className="fw-due" aria-label={groupTitles[group]}>
                <h3 className={group === 'overdue' ? 'fw-overdue' : undefined}>
                  {groupTitles[group]} <span className="num">{open[group].length}</span>
                </h3>
                <ul>
                  {open[group].map(({ id }) => (
                    <OneAction key={id} {...all.get(id)!} rated={rated} onSet={set} />
                  ))}
                </ul>
              </section>
            ),
        )}
        {all.size === 0 && <p className="c-note fw-net-note">No line has an action yet.</p>}
        {done.length > 0 && (
          <section className="fw-due" aria-label="Closed">
            <h3>
              <button type="button" className="fw-open" onClick={() => setClosedShown(!isClosedShown)}>
                {isClosedShown ? 'Hide' : 'Show'} {done.length} closed
              </button>
            </h3>
            {isClosedShown && (
              <ul>
                {done.map((one) => (
                  <OneAction key={one.action.uuid} {...one} rated={rated} onSet={set} />
                ))}
              </ul>
            )}
          </section>
        )}
      </div>
    </aside>
  )
}

interface OneActionProps extends OfLine {
  readonly rated: Rated
  readonly onSet: (artefact: Artefact, part: Part, before: unknown, after: unknown) => void
}

function OneAction({ action, line, rated, onSet }: OneActionProps) {
  const { go, refusal } = usePageContext()
  const { owner, due } = actionFields(action)
  const isClosed = closed.includes(action.status)
  return (
    <li className="fw-action">
      <div className="fw-action-title">
        <span className="mono gr-code">{action.code}</span>
        <button type="button" onClick={() => go({ open: action.code, part: 'details' })}>
          {action.title}
        </button>
      </div>
      <div className="fw-action-facts">
        <button type="button" className="fw-open" onClick={() => go({ open: line.row.code })}>
          {line.row.code}
        </button>
        {line.priority !== null && (
          <span className={`fw-ap-${line.priority}`}>
            <span className="fw-chip">{line.priority}</span>
          </span>
        )}
        <StatusMenu
          kind={action.kind}
          code={action.code}
          status={action.status}
          refusal={refusal}
          onChoose={(status) => onSet(action, '@status', action.status, status)}
        />
        <Typed
          label={`Owner of ${action.code}`}
          placeholder="Owner"
          value={owner}
          isReadOnly={refusal !== undefined}
          onEnd={(text) => onSet(action, 'owner', owner, text)}
        />
        <Typed
          label={`Day of ${action.code}${due === null ? '' : `: ${calendarDay(due)}`}`}
          type="date"
          value={due ?? ''}
          isReadOnly={refusal !== undefined}
          onEnd={(text) => onSet(action, 'due', due, text === '' ? null : text)}
        />
      </div>
      {isClosed && <After line={line} rated={rated} onSet={onSet} />}
    </li>
  )
}

interface TypedProps {
  readonly label: string
  readonly value: string
  readonly type?: 'text' | 'date'
  readonly placeholder?: string
  readonly isReadOnly: boolean
  readonly onEnd: (text: string) => void
}

/** A field whose text is stored when it is left. */
function Typed({ label, value, type = 'text', placeholder, isReadOnly, onEnd }: TypedProps) {
  const [draft, setDraft] = useState<string>()
  const end = () => {
    if (draft !== undefined && draft.trim() !== value) onEnd(draft.trim())
    setDraft(undefined)
  }
  return (
    <input
      className="bp6-input"
      type={type}
      aria-label={label}
      placeholder={placeholder}
      maxLength={200}
      value={draft ?? value}
      readOnly={isReadOnly}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={end}
      onKeyDown={(event) => event.key === 'Enter' && end()}
    />
  )
}

/** After the action: the line is rated again, and its priority then. */
function After({ line, rated, onSet }: Pick<OneActionProps, 'line' | 'rated' | 'onSet'>) {
  const { refusal } = usePageContext()
  const fields = lineFields(line.row)
  const ratings: Ratings = {
    severity: fields.severity_after,
    occurrence: fields.occurrence_after,
    detection: fields.detection_after,
  }
  const after = apOf(rated.profile, ratings.severity, ratings.occurrence, ratings.detection, rated.form)
  return (
    <div className="fw-after">
      After it
      {ratingVariables.map((variable) => (
        <label key={variable}>
          {variableTitles[rated.form][variable][0]}{' '}
          <select
            aria-label={`${variableTitles[rated.form][variable]} of ${line.row.code} after the action`}
            value={ratings[variable] ?? ''}
            disabled={refusal !== undefined}
            onChange={({ target: { value } }) =>
              onSet(line.row, `${variable}_after`, ratings[variable], value === '' ? null : Number(value))
            }
          >
            <option value="">–</option>
            {rated.profile.scales[rated.form][variable].map(({ title }, index) => (
              <option key={title} value={index + 1} title={title}>
                {index + 1}
              </option>
            ))}
          </select>
        </label>
      ))}
      {after !== null && (
        <span className={`fw-ap-${after}`}>
          <span className="fw-chip">{after}</span>
        </span>
      )}
    </div>
  )
}
