import type { Alert, LiveAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { rankOf } from '@carapace/shared/msoc/severity'

/**
 * Maximum number of alerts, shown or waiting: a screen that runs for weeks uses no more memory on its last day than on
 * its first (rule DASHBOARD-UI-9).
 */
export const mostAlerts = 500

/** Compares two alerts: negative if the first is above the second. */
export type AlertOrder = (a: Alert, b: Alert) => number

/** Latest raised first; a repeat moves nothing. */
export const latestFirst: AlertOrder = (a, b) =>
  Date.parse(b.raised_at) - Date.parse(a.raised_at) || b.number - a.number

/** Critical first, then high, and so on; within a severity latest raised first. */
export const worstFirst: AlertOrder = (a, b) => rankOf(b.severity) - rankOf(a.severity) || latestFirst(a, b)

/** The alerts that a list shows, and those that wait until it may move. */
export interface AlertBook {
  readonly shown: readonly Alert[]
  readonly held: readonly Alert[]
  /** Whether the server has more than are kept, so that the alerts below the last one are not known. */
  readonly more: boolean
}

export const emptyBook: AlertBook = { shown: [], held: [], more: false }

/** The book of a snapshot, with no waiting alerts. */
export function opened(
  { alerts, total }: { readonly alerts: readonly Alert[]; readonly total: number },
  order: AlertOrder,
): AlertBook {
  return { shown: alerts.toSorted(order).slice(0, mostAlerts), held: [], more: total > alerts.length }
}

/** The book after changes. With `hold`, new alerts wait, and rows keep their positions (rule DASHBOARD-UI-8). */
export function changed(book: AlertBook, changes: readonly LiveAlert[], order: AlertOrder, hold: boolean): AlertBook {
  const shown = new Map(book.shown.map((alert) => [alert.uuid, alert]))
  const held = new Map(book.held.map((alert) => [alert.uuid, alert]))
  const last = book.more ? book.shown.at(-1) : undefined

  for (const { uuid, alert } of changes) {
    const list = shown.has(uuid) ? shown : held
    const known = list.get(uuid)
    if (alert === null) list.delete(uuid)
    else if (known !== undefined) list.set(uuid, alert.seq > known.seq ? alert : known)
    // it ranks below all kept alerts
    else if (last !== undefined && order(alert, last) > 0) continue
    else (hold ? held : shown).set(uuid, alert)
  }
  return bounded({ shown: [...shown.values()], held: [...held.values()], more: book.more }, order)
}

/** Adds the waiting alerts at their positions. */
export function released(book: AlertBook, order: AlertOrder): AlertBook {
  return book.held.length === 0
    ? book
    : bounded({ shown: [...book.shown, ...book.held], held: [], more: book.more }, order)
}

/** Whether few alerts are left of a list that had more: only a new snapshot contains the missing ones. */
export function isShort({ shown, more }: AlertBook): boolean {
  return more && shown.length < mostAlerts / 5
}

function bounded({ shown, held, more }: AlertBook, order: AlertOrder): AlertBook {
  return {
    shown: shown.toSorted(order).slice(0, mostAlerts),
    held: held.toSorted(order).slice(0, mostAlerts),
    more: more || shown.length > mostAlerts || held.length > mostAlerts,
  }
}
