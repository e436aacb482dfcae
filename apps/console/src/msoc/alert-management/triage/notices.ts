import { createStore } from 'zustand/vanilla'
import type { Notice } from './triage-sources.ts'

/** How long a notice stays, in ms: long enough to read it; a refusal stays longer. */
const stayMs = { plain: 8_000, warning: 15_000, error: 15_000 } as const

/** Maximum number of notices, since more would cover the list; the oldest is removed first. */
const most = 3

interface ShownNotice extends Notice {
  readonly id: number
}

/** The notices at the bottom of the list, latest last. */
export const notices = createStore<{ readonly list: readonly ShownNotice[] }>(() => ({ list: [] }))

let lastId = 0

/** The next number in the order of the analyst's actions: `z` undoes the latest, a job or one with a notice. */
export function nextNumber(): number {
  return ++lastId
}

export function notify(notice: Notice): void {
  const shown = { ...notice, id: nextNumber() }
  notices.setState(({ list }) => ({ list: [...list, shown].slice(-most) }))
  // an action can be undone until newer notices take its place, or somebody dismisses it
  if (notice.action?.keys === undefined) setTimeout(() => dismiss(shown.id), stayMs[notice.tone])
}

export function dismiss(id: number): void {
  notices.setState(({ list }) => ({ list: list.filter((notice) => notice.id !== id) }))
}

/** Runs a notice's action and removes the notice. */
export function follow({ id, action }: ShownNotice): void {
  dismiss(id)
  action?.run()
}
