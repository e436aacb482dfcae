import { listWaitingSteps, type PlaybookRun } from '@carapace/shared/msoc/playbooks/runs.contract'
import { playbookRunsChannel } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { call } from '../../../core/call/call.ts'
import { live } from '../../../core/live/live.ts'
import { useHasLicence } from '../../../core/session/licences.ts'
import { useSession } from '../../../core/session/session.ts'

interface WaitingCount {
  /** The steps that wait for this user: what they may decide or answer. */
  readonly mine: number
  /** Raised whenever what waits may have changed. */
  readonly revision: number
}

const counts = createStore<WaitingCount>(() => ({ mine: 0, revision: 0 }))

export function useWaitingCount<T>(pick: (counts: WaitingCount) => T): T {
  return useStore(counts, pick)
}

/** Pause before the count is read again after a change, ms: many runs change at once. */
const pauseMs = 400

let timer: ReturnType<typeof setTimeout> | undefined

/** Reads again how many steps wait for this user. */
export function refreshWaiting(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void read(), pauseMs)
}

async function read(): Promise<void> {
  try {
    const { total } = await call(listWaitingSteps, { mine: true })
    counts.setState(({ revision }) => ({ mine: total, revision: revision + 1 }))
  } catch {
    // the next change reads it again; a page that shows the steps reports the failure itself
  }
}

/** What of a run decides whether somebody must act: its state and the number of steps that wait for people. */
const signOf = ({ state, needs_people: people }: PlaybookRun) => `${state} ${people}`

/** Keeps the number of waiting steps up to date while the shell is shown and the licence includes them. */
export function useWaitingFeed(): void {
  const isLicensed = useHasLicence('MSOC')
  const user = useSession()?.uuid
  useEffect(() => {
    if (!isLicensed || user === undefined) return
    const known = new Map<string, string>()
    const feed = live(playbookRunsChannel, {}).subscribe((message) => {
      const runs =
        message.op === 'snapshot'
          ? message.data.runs
          : message.op === 'changes'
            ? message.data.flatMap((one) => one.runs)
            : []
      const moved = runs.filter((run) => known.get(run.uuid) !== signOf(run))
      for (const run of moved) known.set(run.uuid, signOf(run))
      for (const { uuid, finished_at: end } of runs) if (end !== null) known.delete(uuid)
      if (message.op === 'snapshot' || moved.length > 0) refreshWaiting()
    })
    return () => {
      feed.unsubscribe()
      clearTimeout(timer)
    }
  }, [isLicensed, user])
}
