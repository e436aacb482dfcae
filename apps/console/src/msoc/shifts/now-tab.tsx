import type { Turn } from '@carapace/shared/msoc/shifts/rota'
import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { clock, dateTime, useNow } from '../../core/format/format.ts'
import { Avatar } from '../../core/ui/avatar.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { countdown, type Rota, rotaAt } from './rota-data.ts'
import { WatchPanel } from './watch-list.tsx'

/** Who is on, who is next, and when (rule SHIFT-UI-1). */
export function NowTab({ rota }: { readonly rota: Rota }) {
  const now = useNow(1_000)
  const { turns, next } = rotaAt(rota, now)
  return (
    <div className="sh-now">
      <Panel title="On shift now">
        {turns.length === 0 && <p className="sh-none">Nobody is on shift.</p>}
        {turns.map((turn) => (
          <TurnCard key={turn.shiftUuid} turn={turn} rota={rota} remark={`ends in ${countdown(turn.to - now)}`}>
            <Link
              className="sh-link"
              to="/org/msoc/dashboard/shifts"
              search={{ tab: 'handover', shift: turn.shiftUuid, date: turn.date }}
            >
              Hand-over
            </Link>
          </TurnCard>
        ))}
      </Panel>
      <Panel title="Next">
        {next.length === 0 && <p className="sh-none">No shift begins within two weeks.</p>}
        {next.map((turn) => (
          <TurnCard key={turn.shiftUuid} turn={turn} rota={rota} remark={`begins in ${countdown(turn.from - now)}`} />
        ))}
      </Panel>
      <WatchPanel className="sh-wide" />
    </div>
  )
}

interface TurnCardProps {
  readonly turn: Turn
  readonly rota: Rota
  readonly remark: string
  readonly children?: ReactNode
}

function TurnCard({ turn, rota, remark, children }: TurnCardProps) {
  const nameOf = (uuid: string) => rota.people.find((person) => person.uuid === uuid)?.name ?? 'Former member'
  return (
    <section className="sh-turn" aria-label={turn.name}>
      <header>
        <h3>{turn.name}</h3>
        <span className="num">
          {dateTime(turn.from)} to {clock(turn.to)}
        </span>
        <strong className="num">{remark}</strong>
        {children}
      </header>
      <ul>
        {turn.members.map((uuid, index) => (
          <li key={uuid}>
            <Avatar name={nameOf(uuid)} size={24} />
            {nameOf(uuid)}
            {index === 0 && turn.members.length > 1 && <span className="c-badge c-tone-grey">Lead</span>}
          </li>
        ))}
        {turn.members.length === 0 && <li className="sh-uncovered">Nobody: everybody on this shift is absent.</li>}
        {turn.absent.map((uuid) => (
          <li key={uuid} className="sh-absent">
            {nameOf(uuid)} is absent
          </li>
        ))}
      </ul>
    </section>
  )
}
