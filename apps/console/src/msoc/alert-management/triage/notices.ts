import { createStore } from 'zustand/vanilla'
import type { Notice } from './triage.ts'

/** How long a notice stays, ms: long enough to read it and to take a closing back; a refusal stays longer. */
const stayMs = { plain: 8_000, warning: 15_000, error: 15_000 } as const

/** More than these would cover the list; the oldest goes first. */
const most = 3

interface ShownNotice extends Notice {
  readonly id: number
}

/** The words at the foot of the list, the latest last. */
export const notices = createStore<{ readonly list: readonly ShownNotice[] }>(() => ({ list: [] }))

let lastId = 0

export function notify(notice: Notice): void {
  const shown = { ...notice, id: ++lastId }
  notices.setState(({ list }) => ({ list: [...list, shown].slice(-most) }))
  setTimeout(() => dismiss(shown.id), stayMs[notice.tone])
}

export function dismiss(id: number): void {
  notices.setState(({ list }) => ({ list: list.filter((notice) => notice.id !== id) }))
}

/** Runs a notice's action; it has served its purpose then. */
export function follow({ id, action }: ShownNotice): void {
  dismiss(id)
  action?.run()
}
