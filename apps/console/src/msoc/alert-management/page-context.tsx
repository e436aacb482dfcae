import {
  type Alert,
  alertsChannel,
  getAlert,
  listAlerts,
  mergeAlerts,
  unmergeAlerts,
  updateAlerts,
} from '@carapace/shared/msoc/alerts/alerts.contract'
import type { SessionUser } from '@carapace/shared/account/auth.contract'
import { may } from '@carapace/shared/permissions'
import { useNavigate } from '@tanstack/react-router'
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useState,
} from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { call, messageOf } from '../../core/call/call.ts'
import { live } from '../../core/live/live.ts'
import { useSession } from '../../core/session/session.ts'
import { type TimeRange, useTimeRange } from '../../core/time/conductor.ts'
import { type Bulk, bulkOver } from './triage/bulk.ts'
import { type Drawer, drawerOver, useDrawerAtCursor } from './drawer/follow-cursor.ts'
import { escalated, takenOut } from './triage/escalated.ts'
import { notify } from './triage/notices.ts'
import type { Address, Go } from './address.ts'
import { alertQueue, type AlertQueue, type AlertListQuery, type QueueSources } from './queue/queue.store.ts'
import type { QueueState } from './queue/queue-state.ts'
import { type AlertSearch, alertFilterOf, sortOf, within } from './search.ts'
import { type Triage, triageOf } from './triage/triage.ts'
import { useShown } from './queue/use-shown.ts'

/** The alerts to close or escalate: these alerts, or all that match. */
export type Targets = readonly Alert[] | 'everything'

/** The context of the page: the list, the actions on it, and the address. */
export interface AlertPageContext {
  readonly queue: AlertQueue
  readonly triage: Triage
  /** The same actions on every alert that matches. */
  readonly bulk: Bulk
  readonly search: AlertSearch
  readonly go: Go
  readonly user: SessionUser | undefined
  /** Why this user has read-only access; undefined if the user may change alerts. */
  readonly readOnly: string | undefined
  readonly openDrawer: (uuid: string) => void
  readonly closeDrawer: () => void
  /** Navigates to an alert's own page. */
  readonly openPage: (uuid: string) => void
  /** What the address and the drawer show now, for code that runs later than the render: a timer, a key. */
  readonly address: StoreApi<Address>
  /** The open dialog and the alerts it is about; null if no dialog is open. */
  readonly question: Question | null
  readonly ask: (question: Question | null) => void
}

interface Question {
  readonly about: 'close' | 'escalate' | 'merge'
  readonly targets: Targets
}

const AlertPageReactContext = createContext<AlertPageContext | undefined>(undefined)

export function useAlertPage(): AlertPageContext {
  const alertPage = useContext(AlertPageReactContext)
  if (alertPage === undefined) throw new Error('The alert page context is used outside its provider.')
  return alertPage
}

/** A value selected from the list's state; the caller renders again when that value changes. */
export function useQueue<T>(pick: (state: QueueState) => T): T {
  return useStore(useAlertPage().queue, pick)
}

interface AlertPageProviderProps {
  readonly search: AlertSearch
  readonly go: AlertPageContext['go']
  readonly children: ReactNode
}

/** The context of the list page: an alert can be open beside the list. */
export function AlertPageProvider({ search, go, children }: AlertPageProviderProps) {
  const address = useAddress(search, go)
  const { range } = useTimeRange()
  const queue = useListOf(search, range, address)
  const drawer = useMemo(() => drawerOver(queue, address), [queue, address])
  useDrawerAtCursor(queue, drawer, search.alert)
  const alertPage = useAlertPageValue(queue, drawer, address, search, go)
  return <AlertPageReactContext value={alertPage}>{children}</AlertPageReactContext>
}

interface SingleAlertProviderProps extends AlertPageProviderProps {
  readonly queue: AlertQueue
  readonly openDrawer: AlertPageContext['openDrawer']
  readonly closeDrawer: AlertPageContext['closeDrawer']
}

/** The context of an alert's own page: other alerts open as pages. */
export function SingleAlertProvider({
  queue,
  openDrawer,
  closeDrawer,
  search,
  go,
  children,
}: SingleAlertProviderProps) {
  const address = useAddress(search, go)
  const alertPage = useAlertPageValue(
    queue,
    useMemo(() => ({ openDrawer, closeDrawer }), [openDrawer, closeDrawer]),
    address,
    search,
    go,
  )
  return <AlertPageReactContext value={alertPage}>{children}</AlertPageReactContext>
}

function useAlertPageValue(
  queue: AlertQueue,
  drawer: Pick<Drawer, 'openDrawer' | 'closeDrawer'>,
  address: StoreApi<Address>,
  search: AlertSearch,
  go: AlertPageContext['go'],
): AlertPageContext {
  const user = useSession()
  const openPage = useOpenPage()
  const [question, ask] = useReducer((_before: Question | null, next: Question | null) => openOnes(next), null)
  const triage = useMemo(
    () =>
      triageOf(queue, {
        update,
        get,
        escalate: escalated,
        takeOut: takenOut,
        merge,
        unmerge,
        why,
        notify,
        open: drawer.openDrawer,
      }),
    [queue, drawer],
  )
  const bulk = useMemo(() => bulkOver(queue, { why, notify }), [queue])
  const { openDrawer, closeDrawer } = drawer
  const readOnly = user !== undefined && mayAct(user) ? undefined : whyReadOnly
  return useMemo(
    () => ({
      queue,
      triage,
      bulk,
      search,
      go,
      address,
      user,
      readOnly,
      question,
      ask,
      openDrawer,
      closeDrawer,
      openPage,
    }),
    [queue, triage, bulk, search, go, address, user, readOnly, question, ask, openDrawer, closeDrawer, openPage],
  )
}

function useOpenPage(): AlertPageContext['openPage'] {
  const navigate = useNavigate()
  return useMemo(
    () => (alert: string) => void navigate({ to: '/org/msoc/dashboard/alert-management/general', search: { alert } }),
    [navigate],
  )
}

/** The question without alerts that are already closed. */
function openOnes(question: Question | null): Question | null {
  if (question === null || question.targets === 'everything') return question
  const targets = question.targets.filter(({ status }) => status !== 'CLOSED' && status !== 'MERGED')
  return targets.length === 0 ? null : { ...question, targets }
}

const whyReadOnly = 'Your role can look at alerts. Administrators and analysts can change them.'

export function mayAct({ role }: Pick<SessionUser, 'role'>): boolean {
  return may(role, updateAlerts.needs)
}

const update: Parameters<typeof triageOf>[1]['update'] = (input) => call(updateAlerts, input)
const why = (problem: unknown) => messageOf(problem)
const merge = (uuids: readonly string[], into: string) => call(mergeAlerts, { uuids: [...uuids], into })
const unmerge = (uuids: readonly string[]) => call(unmergeAlerts, { uuids: [...uuids] })
const get = (uuid: string) => call(getAlert, { uuid, evidence: 1 })

/** More than the rows of one screen: the rest is loaded while the user looks at these (rule QUEUE-71). */
const shownAtOnce = 100

/** The production sources of a list of alerts. */
export const sources: Omit<QueueSources, 'openAlert'> = {
  live: ({ filter, sort }) => live(alertsChannel, { filter, sort, limit: shownAtOnce }),
  list: (input) => call(listAlerts, input),
}

function useAddress(search: AlertSearch, go: AlertPageContext['go']): StoreApi<Address> {
  const [address] = useState(() => createStore<Address>(() => ({ search, go, shown: undefined })))
  useLayoutEffect(() => address.setState({ search, go }), [address, search, go])
  return address
}

/**
 * One list per filter, order and fixed window. Another combination is another list, with its own cursor and selection.
 */
function useListOf(search: AlertSearch, range: TimeRange, address: StoreApi<Address>): AlertQueue {
  const key = JSON.stringify({
    filter: within(alertFilterOf(search), range),
    sort: sortOf(search),
  } satisfies AlertListQuery)
  const queue = useMemo(() => {
    const query = JSON.parse(key) as AlertListQuery
    return alertQueue(() => query, { ...sources, openAlert: () => address.getState().search.alert })
  }, [key, address])
  useEffect(() => queue.open(), [queue])
  return useShown(queue)
}
