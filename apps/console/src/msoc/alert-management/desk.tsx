import { type Alert, alertsChannel, getAlert, listAlerts, updateAlerts } from '@carapace/shared/msoc/alerts.contract'
import type { SessionUser } from '@carapace/shared/account/auth.contract'
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useMemo, useReducer, useState } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
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
  /** What the address and the drawer show at this moment, for what happens later than it was rendered: a timer, a key. */
  readonly address: StoreApi<Address>
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
  const address = useAddress(search, go)
  const queue = useAlertQueue(search, address)
  const user = useSession()
  const [closing, askToClose] = useReducer((_before: Desk['closing'], targets: Desk['closing']) => openOnes(targets), null)

  const drawer = useMemo(() => drawerOver(queue, address), [queue, address])
  const triage = useMemo(() => triageOf(queue, { update, get, why, notify, open: drawer.openDrawer }), [queue, drawer])
  const { openDrawer, closeDrawer } = drawer
  useDrawerAtCursor(queue, drawer, search.alert)
  const readOnly = user !== undefined && mayAct(user) ? undefined : whyReadOnly
  const desk = useMemo(
    () => ({ queue, triage, search, go, address, user, readOnly, closing, askToClose, openDrawer, closeDrawer }),
    [queue, triage, search, go, address, user, readOnly, closing, askToClose, openDrawer, closeDrawer],
  )
  return <DeskContext value={desk}>{children}</DeskContext>
}

/** What is closed already is not asked about. */
function openOnes(targets: Desk['closing']): Desk['closing'] {
  const open = targets?.filter(({ status }) => status !== 'CLOSED' && status !== 'MERGED') ?? []
  return open.length === 0 ? null : open
}

const whyReadOnly = 'Your role can look at alerts. Administrators and analysts can change them.'

function mayAct({ role }: SessionUser): boolean {
  return updateAlerts.roles?.includes(role) ?? true
}

const update: Parameters<typeof triageOf>[1]['update'] = (asked) => call(updateAlerts, asked)
const why = (problem: unknown) => messagesOf(problem).join(' ')
const get = (uuid: string) => call(getAlert, { uuid, evidence: 1 })

interface Address extends Pick<Desk, 'search' | 'go'> {
  /** The alert that the drawer shows, while it shows one: an alert of a link need not be in the list. */
  readonly shown: Alert | undefined
}

function useAddress(search: AlertSearch, go: Desk['go']): StoreApi<Address> {
  const [address] = useState(() => createStore<Address>(() => ({ search, go, shown: undefined })))
  useLayoutEffect(() => address.setState({ search, go }), [address, search, go])
  return address
}

/** One list a filter: another filter is another list, with a cursor and a selection of its own. */
function useAlertQueue(search: AlertSearch, address: StoreApi<Address>): AlertQueue {
  const asked = JSON.stringify(askedFilter(search))
  const queue = useMemo(
    () =>
      alertQueue(JSON.parse(asked) as ReturnType<typeof askedFilter>, {
        live: (filter) => live(alertsChannel, { filter }),
        list: (input) => call(listAlerts, input),
        openAlert: () => address.getState().search.alert,
      }),
    [asked, address],
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

function drawerOver(queue: AlertQueue, address: StoreApi<Address>) {
  /** What the address was asked to show and may not show yet: with a key held down, it lags behind the cursor. */
  const asked = new Set<string>()
  return { openDrawer, closeDrawer, follow, arrived }

  function openDrawer(uuid: string): void {
    queue.pointAt(queue.getState().queue.entries.has(uuid) ? uuid : null)
    if (address.getState().search.alert !== uuid) ask(uuid, address.getState().search.alert !== undefined)
  }

  function closeDrawer(): void {
    const { search, go } = address.getState()
    if (search.alert !== undefined) go({ ...search, alert: undefined })
  }

  /** All moves of an open drawer are one step of the history, or `back` would replay each key. */
  function follow(cursor: string | null): void {
    const { alert } = address.getState().search
    if (cursor !== null && alert !== undefined && alert !== cursor) ask(cursor, true)
  }

  function ask(uuid: string, replace: boolean): void {
    const { search, go } = address.getState()
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
