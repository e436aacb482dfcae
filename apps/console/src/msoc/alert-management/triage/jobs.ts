import { cancelJob, type Job, jobsChannel } from '@carapace/shared/account/jobs.contract'
import { unfinished } from '@carapace/shared/account/jobs'
import { useEffect } from 'react'
import { z } from 'zod'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { call, messageOf } from '../../../core/call/call.ts'
import { number } from '../../../core/format/format.ts'
import { live } from '../../../core/live/live.ts'
import { notify } from './notices.ts'

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

export const isUnfinished = ({ status }: Job) => (unfinished as readonly string[]).includes(status)

/** Shows a job that was just started, before the channel reports it. */
export function followJob(job: Job): void {
  jobs.setState(({ byUuid, followed }) => ({
    byUuid: byUuid.has(job.uuid) ? byUuid : new Map([...byUuid, [job.uuid, job]]),
    followed: [...followed, job.uuid],
  }))
}

export function dismissJob(uuid: string): void {
  jobs.setState(({ followed }) => ({ followed: followed.filter((each) => each !== uuid) }))
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
