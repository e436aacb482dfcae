import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { createStore, type StoreApi } from 'zustand/vanilla'

/**
 * A vehicle with the time of its request, epoch ms: its ages are relative to that time, so that a vehicle that was not
 * requested again never looks silent.
 */
export interface ListedVehicle {
  readonly vehicle: Vehicle
  readonly requestedAt: number
}

interface Page {
  readonly vehicles: readonly Vehicle[]
  readonly next_cursor: string | null
  readonly total: number
}

type FetchPage = (query: { readonly cursor?: string; readonly limit: number }, signal: AbortSignal) => Promise<Page>

interface ListState {
  /** Undefined until the first page is loaded. */
  readonly rows: readonly ListedVehicle[] | undefined
  readonly total: number
  /** Why the latest page was not loaded. */
  readonly problem: string | undefined
}

export interface VehicleList extends StoreApi<ListState> {
  /** Requests the first page; the returned function stops all requests. */
  readonly open: () => () => void
  readonly reload: () => void
  /** Loads the next page, if there is one. */
  readonly more: () => void
  /** Requests the pages of rows `first` to `last` again. `held`: the user works on the rows, and none may move. */
  readonly refresh: (first: number, last: number, held: boolean) => void
}

export const pageSize = 200
/** A screen shows rows of at most this number of pages. */
const refreshedPages = 3

/** A list of vehicles, loaded while scrolling and updated in place (rules FLEET-UI-4 to FLEET-UI-6). */
export function vehicleList(
  fetchPage: FetchPage,
  why: (problem: unknown) => string,
  now: () => number = Date.now,
): VehicleList {
  const store = createStore<ListState>(() => ({ rows: undefined, total: 0, problem: undefined }))
  let controller = new AbortController()
  /** The start cursor of each loaded page. */
  let cursors: (string | undefined)[] = []
  /** The start cursor of the next page; null if there is none. */
  let next: string | undefined | null
  let isPaging = false
  let isRefreshing = false
  return { ...store, open, reload, more, refresh }

  function open(): () => void {
    reload()
    return () => controller.abort()
  }

  function reload(): void {
    controller.abort()
    controller = new AbortController()
    cursors = []
    next = undefined
    isPaging = false
    store.setState({ rows: undefined, problem: undefined })
    void nextPage()
  }

  function more(): void {
    if (store.getState().rows !== undefined && next !== null) void nextPage()
  }

  async function nextPage(): Promise<void> {
    if (isPaging) return
    isPaging = true
    const cursor = next ?? undefined
    await answered(cursor, ({ vehicles, next_cursor: after, total }) => {
      const known = store.getState().rows ?? []
      cursors.push(cursor)
      next = after
      store.setState({ rows: [...known, ...fresh(vehicles, known)], total, problem: undefined })
    })
    isPaging = false
  }

  /** The vehicles that are not in the list yet: between two pages a vehicle may have moved down, and be sent twice. */
  function fresh(vehicles: readonly Vehicle[], known: readonly ListedVehicle[]): ListedVehicle[] {
    const there = new Set(known.map(({ vehicle }) => vehicle.uuid))
    return listed(vehicles.filter(({ uuid }) => !there.has(uuid)))
  }

  function listed(vehicles: readonly Vehicle[]): ListedVehicle[] {
    const requestedAt = now()
    return vehicles.map((vehicle) => ({ vehicle, requestedAt }))
  }

  async function answered(cursor: string | undefined, take: (page: Page) => void): Promise<void> {
    const { signal } = controller
    try {
      const page = await fetchPage({ limit: pageSize, ...(cursor !== undefined && { cursor }) }, signal)
      if (!signal.aborted) take(page)
    } catch (problem) {
      if (!signal.aborted) store.setState({ problem: why(problem) })
    }
  }

  function refresh(first: number, last: number, held: boolean): void {
    void renew(first, last, held)
  }

  async function renew(first: number, last: number, held: boolean): Promise<void> {
    if (isRefreshing || store.getState().rows === undefined) return
    isRefreshing = true
    for (const cursor of pagesOf(first, last)) {
      await answered(cursor, (page) => {
        const rows = store.getState().rows ?? []
        const inOrder =
          !held && cursors.length === 1 && next === null ? listed(page.vehicles) : merged(rows, listed(page.vehicles))
        store.setState({ rows: inOrder, total: page.total, problem: undefined })
      })
    }
    isRefreshing = false
  }

  function pagesOf(first: number, last: number): readonly (string | undefined)[] {
    const from = Math.floor(first / pageSize)
    return cursors.slice(from, Math.min(Math.floor(last / pageSize) + 1, from + refreshedPages))
  }
}

/** The same rows in the same order, with their current values. */
function merged(rows: readonly ListedVehicle[], now: readonly ListedVehicle[]): readonly ListedVehicle[] {
  const byUuid = new Map(now.map((row) => [row.vehicle.uuid, row]))
  return rows.map((row) => byUuid.get(row.vehicle.uuid) ?? row)
}
