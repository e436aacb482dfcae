import { undoBulkUpdate } from '@carapace/shared/msoc/alerts/alerts.contract'
import { cancelJob, type Job, jobsChannel } from '@carapace/shared/account/jobs.contract'
import { unfinished } from '@carapace/shared/account/jobs'
import { useEffect } from 'react'
import { z } from 'zod'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { call, messageOf } from '../../../core/call/call.ts'
import { number } from '../../../core/format/format.ts'
import { live } from '../../../core/live/live.ts'
import { nextNumber, notify } from './notices.ts'

const storageKey = 'carapace.alerts.jobs'

interface Jobs {
  readonly byUuid: ReadonlyMap<string, Job>
  /** Jobs that were started in this tab and whose result was not dismissed yet; kept over a reload of the page. */
  readonly followed: readonly string[]
}

const jobs = createStore<Jobs>(() => ({ byUuid: new Map(), followed: stored() }))
jobs.subscribe(({ followed }) => sessionStorage.setItem(storageKey, JSON.stringify(followed)))

function stored(): readonly string[] {
  try {
    return z.array(z.string()).safeParse(JSON.parse(globalThis.sessionStorage?.getItem(storageKey) ?? '[]')).data ?? []
  } catch {
    return [] // invalid stored value: no jobs are followed
  }
}

/** Whether a job belongs to this list: a change over a query. */
const isOurs = ({ kind }: Job) => kind.startsWith('alerts.')

export const isUnfinished = ({ status }: Pick<Job, 'status'>) => (unfinished as readonly string[]).includes(status)

/** The place of each job that was started here in the order of the analyst's actions. */
const numbers = new Map<string, number>()

/** Shows a job that was just started, before the channel reports it. */
export function followJob(job: Job): void {
  numbers.set(job.uuid, nextNumber())
  jobs.setState(({ byUuid, followed }) => ({
    byUuid: byUuid.has(job.uuid) ? byUuid : new Map([...byUuid, [job.uuid, job]]),
    followed: [...followed, job.uuid],
  }))
}

export function dismissJob(uuid: string): void {
  jobs.setState(({ followed }) => ({ followed: followed.filter((each) => each !== uuid) }))
}

/** Whether the job changed alerts, so that they can get their state back (rule QUEUE-82). */
export function isUndoable({ kind, outcome, status }: Pick<Job, 'kind' | 'outcome' | 'status'>): boolean {
  return kind === 'alerts.update' && !isUnfinished({ status }) && (outcome['updated'] ?? 0) > 0
}

/** Undoes a bulk update by another job, whose result takes the place of the first. */
export async function undoJob(uuid: string): Promise<void> {
  try {
    const { job } = await call(undoBulkUpdate, { job: uuid })
    dismissJob(uuid)
    followJob(job)
  } catch (problem) {
    notify({ tone: 'error', text: `Nothing was undone. ${messageOf(problem)}` })
  }
}

/** The latest bulk update that was started here and is still shown, with its place in the order of actions. */
export function latestUpdate(): { readonly job: Job; readonly number: number } | undefined {
  const { byUuid, followed } = jobs.getState()
  return followed
    .flatMap((uuid) => byUuid.get(uuid) ?? [])
    .filter(({ kind, status, outcome }) => isUnfinished({ status }) || isUndoable({ kind, status, outcome }))
    .map((job) => ({ job, number: numbers.get(job.uuid) ?? 0 }))
    .sort((a, b) => a.number - b.number)
    .at(-1)
}

export async function stopJob(uuid: string): Promise<void> {
  try {
    const { job } = await call(cancelJob, { uuid })
    receive([job])
  } catch (problem) {
    notify({ tone: 'error', text: `The job continues. ${messageOf(problem)}` })
  }
}

function receive(updated: readonly Job[]): void {
  const ours = updated.filter(isOurs)
  if (ours.length > 0)
    jobs.setState(({ byUuid }) => ({ byUuid: new Map([...byUuid, ...ours.map((job) => [job.uuid, job] as const)]) }))
}

/**
 * The jobs to show: all running jobs, and the results of those started here. `onDone` is called when one of the latter
 * ends.
 */
export function useAlertJobs(onDone: () => void): readonly Job[] {
  useEffect(() => {
    const subscription = live(jobsChannel, {}).subscribe((message) => {
      if (message.op === 'snapshot') receive(message.data.jobs)
      if (message.op === 'changes') receive(message.data)
    })
    return () => subscription.unsubscribe()
  }, [])
  useEffect(
    () =>
      jobs.subscribe((now, before) => {
        const ended = now.followed.some((uuid) => isEnded(now.byUuid.get(uuid)) && !isEnded(before.byUuid.get(uuid)))
        if (ended) onDone()
      }),
    [onDone],
  )
  const { byUuid, followed } = useStore(jobs)
  return [...byUuid.values()].filter((job) => isUnfinished(job) || followed.includes(job.uuid))
}

const isEnded = (job: Job | undefined) => job !== undefined && !isUnfinished(job)

/** The result of a job so far: `12,400 updated, 31 unchanged`. */
export function outcomeText({ outcome }: Pick<Job, 'outcome'>): string {
  const parts = Object.entries(outcome).filter(([, count]) => count > 0)
  return parts.map(([word, count]) => `${number(count)} ${word.replaceAll('_', ' ')}`).join(', ')
}
