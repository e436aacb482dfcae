import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import type { Address } from '../address.ts'
import type { AlertQueue } from '../queue/queue.store.ts'

/**
 * Synchronises drawer and cursor: an open drawer shows the row under the cursor, and the cursor moves to an alert that
 * a link or `back` opens.
 */
export function useDrawerAtCursor(queue: AlertQueue, { follow, arrived }: Drawer, open: string | undefined): void {
  const cursor = useStore(queue, (state) => state.cursor)
  useEffect(() => follow(cursor), [cursor, follow])
  useEffect(() => arrived(open), [open, arrived])
}

export type Drawer = ReturnType<typeof drawerOver>

export function drawerOver(queue: AlertQueue, address: StoreApi<Address>) {
  /**
   * Alerts that the address was requested to show but may not show yet: while a key is held down, it lags behind the
   * cursor.
   */
  const requested = new Set<string>()
  return { openDrawer, closeDrawer, follow, arrived }

  function openDrawer(uuid: string): void {
    queue.pointAt(queue.getState().queue.entries.has(uuid) ? uuid : null)
    if (address.getState().search.alert !== uuid) showAlert(uuid, address.getState().search.alert !== undefined)
  }

  function closeDrawer(): void {
    const { search, go } = address.getState()
    if (search.alert !== undefined) go({ ...search, alert: undefined })
  }

  /** All moves of an open drawer are one history entry; otherwise `back` would replay each key press. */
  function follow(cursor: string | null): void {
    const { alert } = address.getState().search
    if (cursor !== null && alert !== undefined && alert !== cursor) showAlert(cursor, true)
  }

  function showAlert(uuid: string, replace: boolean): void {
    const { search, go } = address.getState()
    requested.add(uuid)
    go({ ...search, alert: uuid }, replace)
  }

  /**
   * Handles an alert that the address now shows. If it was not requested here, it was opened by a link or by `back`.
   */
  function arrived(alert: string | undefined): void {
    const {
      cursor,
      queue: { entries },
    } = queue.getState()
    if (alert === undefined || alert === cursor) requested.clear()
    else if (!requested.has(alert)) queue.pointAt(entries.has(alert) ? alert : null)
  }
}
