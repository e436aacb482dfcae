import { HTMLSelect } from '@blueprintjs/core'
import { DocumentIcon, EndorsedIcon, TickIcon } from '@blueprintjs/icons'
import {
  acceptHandover,
  getHandover,
  printHandover,
  signHandover,
} from '@carapace/shared/msoc/shifts/handovers.contract'
import { type Turn, turnsBetween } from '@carapace/shared/msoc/shifts/rota'
import type { z } from 'zod'
import { call, messageOf } from '../../core/call/call.ts'
import { download } from '../../core/call/download.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { calendarDay, clock, dateTime } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { useSession } from '../../core/session/session.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import { AlertList, CaseList, FiguresPanel, TaskList } from './handover-figures.tsx'
import { HandoverHistory } from './handover-history.tsx'
import { NotesEditor } from './notes-editor.tsx'
import { overrideOf, planOf, type Rota } from './rota-data.ts'
import type { ShiftsSearch } from './search.ts'
import { useBoardChanges } from './use-board.ts'
import { WatchItems, WatchPanel } from './watch-list.tsx'

const refetchEveryMs = 30_000
const dayMs = 86_400_000
type Answer = z.output<typeof getHandover.output>

interface HandoverTabProps {
  readonly rota: Rota
  readonly search: ShiftsSearch
  readonly go: (search: ShiftsSearch) => void
}

/** The hand-over of one shift: what changed, notes, watch list, signatures, and the history (rule SHIFT-UI-3). */
export function HandoverTab({ rota, search, go }: HandoverTabProps) {
  const turns = recentTurns(rota)
  const chosen =
    search.shift !== undefined && search.date !== undefined
      ? { shift_uuid: search.shift, date: search.date }
      : turns[0] && { shift_uuid: turns[0].shiftUuid, date: turns[0].date }
  return (
    <div className="sh-handover">
      {chosen ? (
        <>
          <TurnChoice turns={turns} chosen={chosen} go={go} />
          <Shown key={`${chosen.shift_uuid} ${chosen.date}`} turn={chosen} />
        </>
      ) : (
        <p className="sh-none">No shift has begun in the last week.</p>
      )}
      <HandoverHistory />
    </div>
  )
}

/** The shifts that began in the last week, the latest first. */
function recentTurns({ shifts, overrides, people }: Rota): Turn[] {
  const plans = shifts.map((shift) => planOf(shift, people))
  const now = Date.now()
  return turnsBetween(plans, overrides.map(overrideOf), now - 7 * dayMs, now + 1)
    .filter(({ from }) => from <= now)
    .toReversed()
}

interface TurnChoiceProps {
  readonly turns: readonly Turn[]
  readonly chosen: { readonly shift_uuid: string; readonly date: string }
  readonly go: (search: ShiftsSearch) => void
}

function TurnChoice({ turns, chosen, go }: TurnChoiceProps) {
  const value = `${chosen.shift_uuid} ${chosen.date}`
  const options = turns.map(({ shiftUuid, name, date, from, to }) => ({
    value: `${shiftUuid} ${date}`,
    label: `${name}, ${dateTime(from)} to ${clock(to)}`,
  }))
  const isListed = options.some((option) => option.value === value)
  return (
    <HTMLSelect
      className="sh-choice"
      aria-label="Shift"
      value={value}
      options={isListed ? options : [{ value, label: `An earlier shift, ${calendarDay(chosen.date)}` }, ...options]}
      onChange={(event) => {
        const [shift, date] = event.currentTarget.value.split(' ')
        go({ tab: 'handover', shift, date })
      }}
    />
  )
}

function Shown({ turn }: { readonly turn: TurnChoiceProps['chosen'] }) {
  const { data, problem, refetch } = useEndpoint(getHandover, turn, { keepPrevious: false, refetchEveryMs })
  useBoardChanges(['notes', 'handovers', 'rota', 'watch'], refetch)
  return (
    <Loaded
      what="The hand-over"
      data={data}
      problem={problem}
      onRetry={refetch}
      skeleton={<SkeletonRows rows={10} columns={['160px', '1fr', '1fr', '120px']} />}
    >
      {(answer) => (
        <>
          <Signatures turn={turn} answer={answer} onChanged={refetch} />
          <div className="sh-panels">
            <FiguresPanel figures={answer.figures} />
            <NotesEditor turn={turn} notes={answer.notes} isSigned={answer.handover !== null} onSaved={refetch} />
            <AlertList title="Notable alerts" none="No alert of this shift is open." alerts={answer.figures.notable} />
            <AlertList title="Overdue alerts" none="No alert is overdue." alerts={answer.figures.overdue_alerts} />
            <CaseList figures={answer.figures} />
            <TaskList tasks={answer.figures.tasks} />
            {answer.handover === null ? (
              <WatchPanel />
            ) : (
              <Panel title="Watch list at the sign-off">
                <WatchItems items={answer.figures.watch} />
              </Panel>
            )}
          </div>
        </>
      )}
    </Loaded>
  )
}

interface SignaturesProps {
  readonly turn: TurnChoiceProps['chosen']
  readonly answer: Answer
  readonly onChanged: () => void
}

/** Who hands over to whom, and the two signatures. */
function Signatures({ turn, answer, onChanged }: SignaturesProps) {
  const { handover, members, next, from, to, notes } = answer
  const me = useSession()
  const { busy, problem, run } = useAction()
  const refusal = useRefusal(signHandover)
  const isMine = members.some(({ uuid }) => uuid === me?.uuid) || me?.role === 'ADMIN'
  const namesOf = (people: Answer['members']) => people.map(({ name }) => name).join(', ') || 'nobody'
  const act = (perform: () => Promise<unknown>) =>
    run(
      async () => {
        await perform()
        onChanged()
      },
      async () => {
        toast.error('Somebody has changed the notes meanwhile. Read them, then sign.')
        onChanged()
      },
    )

  return (
    <section className="sh-sign" aria-label="Sign-off">
      <p className="num">
        {dateTime(from)} to {dateTime(to)}
      </p>
      <p>
        {namesOf(members)} to {next ? `${namesOf(next.members)} (${next.shift}, ${clock(next.from)})` : 'no next shift'}
      </p>
      <p className="sh-state">
        {handover === null && 'Not signed yet'}
        {handover !== null && (
          <>
            <EndorsedIcon /> Signed by {handover.signed.name}, {dateTime(handover.signed.at)}
          </>
        )}
        {handover?.accepted && (
          <>
            <TickIcon /> Accepted by {handover.accepted.name}, {dateTime(handover.accepted.at)}
          </>
        )}
      </p>
      <div className="sh-buttons">
        {handover === null && (
          <ActButton
            intent="primary"
            text="Sign the hand-over"
            loading={busy}
            refusal={refusal ?? (isMine ? undefined : 'Only who is on the shift, or an administrator, may sign.')}
            onClick={() => void act(() => call(signHandover, { ...turn, notes_revision: notes.revision }))}
          />
        )}
        {handover !== null && handover.accepted === null && (
          <ActButton
            intent="primary"
            text="Accept the hand-over"
            loading={busy}
            refusal={
              refusal ?? (handover.signed.uuid === me?.uuid ? 'Somebody else must accept what you signed.' : undefined)
            }
            onClick={() => void act(() => call(acceptHandover, { uuid: handover.uuid }))}
          />
        )}
        {handover !== null && (
          <ActButton
            icon={<DocumentIcon />}
            text="PDF"
            refusal={undefined}
            onClick={() =>
              void download(printHandover, { uuid: handover.uuid }, `hand-over-${handover.date}.pdf`).catch(
                (failure: unknown) => toast.error(messageOf(failure)),
              )
            }
          />
        )}
      </div>
      {problem !== undefined && (
        <p className="c-problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}
