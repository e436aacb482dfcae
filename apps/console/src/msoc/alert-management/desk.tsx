import { type Alert, alertsChannel, getAlert, listAlerts, updateAlerts } from '@carapace/shared/msoc/alerts.contract'
import type { SessionUser } from '@carapace/shared/account/auth.contract'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { call, messagesOf } from '../../core/call.ts'
import { live } from '../../core/live.ts'
import { useSession } from '../../core/session.ts'
import { notify } from './notices.ts'
import { alertQueue, type AlertQueue, type QueueState } from './queue.store.ts'
import { type AlertSearch, askedFilter } from './search.ts'
import { type Triage, triageOf } from './triage.ts'

/** What every part of the page works at: the list, what can be done to it, and the address. */
export interface Desk {
  readonly queue: AlertQueue
  readonly triage: Triage
  readonly search: AlertSearch
  /** Goes to another search: a new entry in the history, unless it replaces the one of now. */
  readonly go: (search: AlertSearch, replace?: boolean) => void
  readonly user: SessionUser | undefined
  /** Why this person may only look; undefined when they may act. */
  readonly readOnly: string | undefined
  readonly openDrawer: (uuid: string) => void
  readonly closeDrawer: () => void
  /** The alert that the drawer shows, while it shows one: an alert of a link need not be in the list. */
  readonly shown: { current: Alert | undefined }
  /** The alerts whose closing is being asked about; null when none is. */
  readonly closing: readonly Alert[] | null
  readonly askToClose: (targets: readonly Alert[] | null) => void
}

const DeskContext = createContext<Desk | undefined>(undefined)

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (desk === undefined) throw new Error('The alert desk is used outside its page.')
  return desk
}

/** A part of the list's state; the caller renders again when that part changes. */
export function useQueue<T>(pick: (state: QueueState) => T): T {
  return useStore(useDesk().queue, pick)
}

interface DeskProviderProps {
  readonly search: AlertSearch
  readonly go: Desk['go']
  readonly children: ReactNode
}

export function DeskProvider({ search, go, children }: DeskProviderProps) {
  const latest = useRef({ search, go })
  latest.current = { search, go }
  const queue = useAlertQueue(search, latest)
  const user = useSession()
  const [closing, setClosing] = useState<readonly Alert[] | null>(null)
  const shown = useRef<Alert | undefined>(undefined)

  const drawer = useMemo(() => drawerOver(queue, latest), [queue])
  const triage = useMemo(() => triageOf(queue, { update, get, why, notify, open: drawer.openDrawer }), [queue, drawer])
  const { openDrawer, closeDrawer } = drawer
  useDrawerAtCursor(queue, drawer, search.alert)
  const readOnly = user !== undefined && mayAct(user) ? undefined : whyReadOnly
  const desk = useMemo(
    () => ({ queue, triage, search, go, user, readOnly, shown, closing, askToClose, openDrawer, closeDrawer }),
    [queue, triage, search, go, user, readOnly, closing, openDrawer, closeDrawer],
  )
  return <DeskContext value={desk}>{children}</DeskContext>

  /** What is closed already is not asked about. */
  function askToClose(targets: Desk['closing']): void {
    const open = targets?.filter(({ status }) => status !== 'CLOSED' && status !== 'MERGED') ?? []
    setClosing(open.length === 0 ? null : open)
  }
}

const whyReadOnly = 'Your role can look at alerts. Administrators and analysts can change them.'

function mayAct({ role }: SessionUser): boolean {
  return updateAlerts.roles?.includes(role) ?? true
}

const update: Parameters<typeof triageOf>[1]['update'] = (asked) => call(updateAlerts, asked)
const why = (problem: unknown) => messagesOf(problem).join(' ')
const get = (uuid: string) => call(getAlert, { uuid, evidence: 1 })

type Latest = { readonly current: Pick<Desk, 'search' | 'go'> }

/** One list a filter: another filter is another list, with a cursor and a selection of its own. */
function useAlertQueue(search: AlertSearch, latest: Latest): AlertQueue {
  const asked = JSON.stringify(askedFilter(search))
  const queue = useMemo(
    () =>
      alertQueue(JSON.parse(asked) as ReturnType<typeof askedFilter>, {
        live: (filter) => live(alertsChannel, { filter }),
        list: (input) => call(listAlerts, input),
        openAlert: () => latest.current.search.alert,
      }),
    [asked, latest],
  )
  useEffect(() => queue.open(), [queue])
  return queue
}

/** An open drawer shows the row under the cursor, and the cursor goes where a link or `back` opens another alert. */
function useDrawerAtCursor(queue: AlertQueue, { follow, arrived }: Drawer, open: string | undefined): void {
  const cursor = useStore(queue, (state) => state.cursor)
  useEffect(() => follow(cursor), [cursor, follow])
  useEffect(() => arrived(open), [open, arrived])
}

type Drawer = ReturnType<typeof drawerOver>

function drawerOver(queue: AlertQueue, latest: Latest) {
  /** What the address was asked to show and may not show yet: with a key held down, it lags behind the cursor. */
  const asked = new Set<string>()
  return { openDrawer, closeDrawer, follow, arrived }

  function openDrawer(uuid: string): void {
    queue.pointAt(queue.getState().queue.entries.has(uuid) ? uuid : null)
    if (latest.current.search.alert !== uuid) ask(uuid, latest.current.search.alert !== undefined)
  }

  function closeDrawer(): void {
    const { search, go } = latest.current
    if (search.alert !== undefined) go({ ...search, alert: undefined })
  }

  /** All moves of an open drawer are one step of the history, or `back` would replay each key. */
  function follow(cursor: string | null): void {
    const { alert } = latest.current.search
    if (cursor !== null && alert !== undefined && alert !== cursor) ask(cursor, true)
  }

  function ask(uuid: string, replace: boolean): void {
    const { search, go } = latest.current
    asked.add(uuid)
    go({ ...search, alert: uuid }, replace)
  }

  /** The address shows this alert now. One that nobody here asked for came by a link, or by `back`. */
  function arrived(alert: string | undefined): void {
    const { cursor, queue: { entries } } = queue.getState()
    if (alert === undefined || alert === cursor) asked.clear()
    else if (!asked.has(alert)) queue.pointAt(entries.has(alert) ? alert : null)
  }
}
