import type { Job } from '@carapace/shared/account/jobs.contract'
import { jobsChannel } from '@carapace/shared/account/jobs.contract'
import { topics } from '@carapace/shared/account/topics'
import type { Subscriber } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { maySeeProgram } from '@carapace/shared/graph/members/membership'
import type { Database } from '../../core/db.ts'
import { jobsInView } from '../../core/jobs/jobs.queries.ts'
import { liveChannel } from '../../core/live/live.ts'
import { sharedViews } from '../../core/live/shared-views.ts'
import { membersOf } from './jobs.queries.ts'

/** The table is read at most this often, and no later than this after another process changed a job, ms. */
const readMs = 250
const pollMs = 2_000

interface Entry {
  readonly job: Job
  readonly text: string
  /** The users who see it; undefined: everybody. Administrators see all. */
  readonly seenBy: ReadonlySet<string> | undefined
  readonly version: number
}

interface View {
  readonly jobs: Map<string, Entry>
  version: number
  close(): void
}

/** The jobs as they move, to each viewer those that they see. One view of the table, however many look. */
export const jobsLive = (db: Database, bus: Subscriber, onError: (error: unknown) => void) => {
  const hold = sharedViews((org) => openView(db, bus, org, onError))
  return liveChannel(jobsChannel, async ({ caller: { org, user }, outlet }) => {
    const { view, release } = await hold(org)
    const isAdmin = maySeeProgram({ role: user.role, programRole: null })
    const isSeen = ({ seenBy }: Entry) => isAdmin || seenBy === undefined || seenBy.has(user.uuid)
    let sent = view.version
    const seen = view.jobs.values().filter(isSeen)
    outlet.snapshot(org.uuid, sent, JSON.stringify({ jobs: seen.map(({ job }) => job).toArray() }))
    return {
      turn() {
        if (view.version === sent) return undefined
        const data = view.jobs
          .values()
          .filter((entry) => entry.version > sent && isSeen(entry))
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
    note(view, await jobsSeen(db, org))
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

type JobSeen = Pick<Entry, 'job' | 'seenBy'>

/** The jobs in view, and who sees each (rule JOB-5). */
async function jobsSeen(db: Database, org: Org): Promise<JobSeen[]> {
  const found = await jobsInView(db, org)
  const programs = found.flatMap(({ programUuid }) => programUuid ?? [])
  const members = await membersOf(db, org, [...new Set(programs)])
  return found.map(({ job, programUuid, createdByUuid }) => ({
    job,
    seenBy: programUuid === null ? undefined : (members.get(programUuid) ?? new Set([createdByUuid])),
  }))
}

/** Takes over what differs, under the view's next version; forgets what is no longer in view. */
function note(view: View, jobs: readonly JobSeen[]): void {
  const version = view.version + 1
  const present = new Set(jobs.map(({ job }) => job.uuid))
  for (const { job, seenBy } of jobs) {
    const text = JSON.stringify(job)
    const before = view.jobs.get(job.uuid)
    if (before?.text === text && isSame(before.seenBy, seenBy)) continue
    view.jobs.set(job.uuid, { job, text, seenBy, version })
    view.version = version
  }
  for (const uuid of view.jobs.keys()) if (!present.has(uuid)) view.jobs.delete(uuid)
}

function isSame(some: Entry['seenBy'], others: Entry['seenBy']): boolean {
  if (some === undefined || others === undefined) return some === others
  return some.size === others.size && some.isSubsetOf(others)
}
