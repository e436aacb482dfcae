import type { Job } from '@carapace/shared/account/jobs.contract'
import { jobsChannel } from '@carapace/shared/account/jobs.contract'
import { topics } from '@carapace/shared/account/topics'
import type { Subscriber } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import type { Database } from '../../core/db.ts'
import { jobsInView } from '../../core/jobs/jobs.queries.ts'
import { liveChannel } from '../../core/live/live.ts'
import { sharedViews } from '../../core/live/shared-views.ts'

/** The table is read at most this often, and no later than this after another process changed a job, ms. */
const readMs = 250
const pollMs = 2_000

interface View {
  readonly jobs: Map<string, { job: Job; text: string; version: number }>
  version: number
  close(): void
}

/** Live changes of the organisation's jobs. All viewers share one view of the table. */
export const jobsLive = (db: Database, bus: Subscriber, onError: (error: unknown) => void) => {
  const hold = sharedViews((org) => openView(db, bus, org, onError))
  return liveChannel(jobsChannel, async ({ caller: { org }, outlet }) => {
    const { view, release } = await hold(org)
    let sent = view.version
    outlet.snapshot(org.uuid, sent, JSON.stringify({ jobs: [...view.jobs.values()].map(({ job }) => job) }))
    return {
      turn() {
        if (view.version === sent) return undefined
        const data = view.jobs
          .values()
          .filter(({ version }) => version > sent)
          .map(({ text }) => text)
          .toArray()
        sent = view.version
        return { seq: sent, data }
      },
      close: release,
    }
  })
}

async function openView(db: Database, bus: Subscriber, org: Org, onError: (error: unknown) => void): Promise<View> {
  let dirty = false
  let reading = false
  let readAt = Date.now()
  const stopListening = bus.subscribe(topics.jobs(org.uuid), () => (dirty = true))
  const view: View = {
    jobs: new Map(),
    version: 0,
    close() {
      clearInterval(timer)
      stopListening()
    },
  }
  const read = async () => {
    dirty = false
    readAt = Date.now()
    note(view, await jobsInView(db, org))
  }
  const timer = setInterval(() => {
    if (reading || (!dirty && Date.now() - readAt < pollMs)) return
    reading = true
    read()
      .catch(onError)
      .finally(() => (reading = false))
  }, readMs)
  timer.unref()
  await read().catch((error: unknown) => {
    view.close()
    throw error
  })
  return view
}

/** Stores the changed jobs under the view's next version; removes jobs that are no longer in view. */
function note(view: View, jobs: readonly Job[]): void {
  const version = view.version + 1
  const seen = new Set(jobs.map(({ uuid }) => uuid))
  for (const job of jobs) {
    const text = JSON.stringify(job)
    if (view.jobs.get(job.uuid)?.text === text) continue
    view.jobs.set(job.uuid, { job, text, version })
    view.version = version
  }
  for (const uuid of view.jobs.keys()) if (!seen.has(uuid)) view.jobs.delete(uuid)
}
