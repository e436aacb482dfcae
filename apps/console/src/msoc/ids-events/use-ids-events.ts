import { listIdsEvents } from '@carapace/shared/msoc/history/history.contract'
import { useMemo, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useRequest } from '../../core/call/query.ts'
import type { TimeWindow } from '../../core/time/conductor.ts'
import { usePages } from '../../core/call/use-pages.ts'
import { type IdsEvent, type IdsKind, joined, lateMs, named } from './ids-events.ts'

/** Page size of events; a histogram needs many at once. */
const pageSize = 1_000
/** Maximum number of new events above the pages; beyond it, the list is reopened. */
const mostNew = 2_000

interface IdsEventsQuery {
  /** Undefined: all vehicles. */
  readonly vehicle: string | undefined
  readonly kind: IdsKind | undefined
}

/**
 * The intrusion detection events of the vehicles in a window, newest first. Live, the pages stay as they were when the
 * list was opened, and newer events are added above them: while `held`, these wait and are only counted (rule
 * IDS-UI-5).
 */
export function useIdsEvents(query: IdsEventsQuery, window: TimeWindow, held: boolean) {
  const { opened, reopen } = useOpened(window)
  const pages = useOlder(query, opened)
  const { recent, problem } = useRecent(query, opened, window)
  const [shown, setShown] = useState(recent)
  const waits = held && shown?.since === recent?.since
  if (!waits && shown !== recent) setShown(recent)
  // the user has not scrolled down, so no position is lost
  if (!held && recent?.since === sinceOf(opened) && (recent.full || recent.events.length > mostNew)) reopen()
  const current = waits ? shown : recent
  const rows = useMemo(
    () => pages.rows && named(joined(current?.events ?? [], pages.rows, current?.since)),
    [pages.rows, current],
  )
  return {
    ...pages,
    rows,
    problem: pages.problem ?? problem,
    news: (recent?.events.length ?? 0) - (current?.events.length ?? 0),
    show: () => setShown(recent),
  }
}

/** The window at the time when the list was opened; live, the window moves on without the list. */
function useOpened({ from, to, live }: TimeWindow) {
  const key = live ? `last ${to - from}` : `${from}~${to}`
  const now = { key, from, to }
  const [opened, setOpened] = useState(now)
  if (opened.key !== key) setOpened(now)
  return { opened: opened.key === key ? opened : now, reopen: () => setOpened(now) }
}

function useOlder({ vehicle, kind }: IdsEventsQuery, { from, to }: Pick<TimeWindow, 'from' | 'to'>) {
  const query = { ...inputOf(vehicle, kind, from, to), limit: pageSize }
  return usePages([listIdsEvents.path, query], async (cursor, signal) => {
    const answer = await call(listIdsEvents, { ...query, ...(cursor !== undefined && { cursor }) }, { signal })
    return { rows: answer.events, next: answer.next_cursor }
  })
}

interface Recent {
  readonly events: readonly IdsEvent[]
  readonly since: number
  /** Whether there are more events than one response contains. */
  readonly full: boolean
}

const sinceOf = ({ to }: Pick<TimeWindow, 'to'>) => to - lateMs

/** The events since the list was opened and shortly before, since some arrive late. Empty for a fixed window. */
function useRecent({ vehicle, kind }: IdsEventsQuery, opened: Pick<TimeWindow, 'to'>, { to, live }: TimeWindow) {
  const since = sinceOf(opened)
  const input = { ...inputOf(vehicle, kind, since, to), limit: 5_000 }
  const { data, problem } = useRequest(
    [listIdsEvents.path, 'recent', input],
    async (signal): Promise<Recent> => {
      const answer = await call(listIdsEvents, input, { signal })
      return { events: answer.events, since, full: answer.next_cursor !== null }
    },
    { enabled: live },
  )
  return live ? { recent: data, problem } : { recent: undefined, problem: undefined }
}

function inputOf(vehicle: string | undefined, kind: IdsKind | undefined, from: number, to: number) {
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    order: 'newest' as const,
    ...(vehicle !== undefined && { vehicle }),
    ...(kind && { kind }),
  }
}
