import { type Job, jobsChannel, listJobs } from '@carapace/shared/account/jobs.contract'
import { useEffect, useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { live } from '../../core/live/live.ts'
import { type JobTab, statusesOf, withJob } from './job-list.ts'

const perPage = 50

interface JobsState {
  /** Undefined until they are loaded. */
  readonly jobs: readonly Job[] | undefined
  readonly next: string | null
  readonly problem: string | undefined
}

const nothing: JobsState = { jobs: undefined, next: null, problem: undefined }

/** The jobs of a tab: the stored ones, updated by the channel (rule JOB-UI-3). */
export function useJobs(tab: JobTab) {
  const [state, setState] = useState(nothing)
  const [reading, setReading] = useState(0)
  const accept = (job: Job) =>
    setState((before) => (before.jobs === undefined ? before : { ...before, jobs: withJob(before.jobs, tab, job) }))

  useEffect(() => {
    const controller = new AbortController()
    setState(nothing)
    // messages of the channel before the first response must not be lost
    const early: Job[] = []
    const feed = live(jobsChannel, {}).subscribe((message) => {
      const received = message.op === 'snapshot' ? message.data.jobs : message.op === 'changes' ? message.data : []
      early.push(...received)
      setState((before) =>
        before.jobs === undefined
          ? before
          : { ...before, jobs: received.reduce((jobs, job) => withJob(jobs, tab, job), before.jobs) },
      )
    })
    call(listJobs, { status: [...statusesOf[tab]], limit: perPage }, { signal: controller.signal }).then(
      ({ jobs, next_cursor: next }) =>
        setState({
          jobs: early.reduce<readonly Job[]>((all, job) => withJob(all, tab, job), jobs),
          next,
          problem: undefined,
        }),
      (problem: unknown) => controller.signal.aborted || setState({ ...nothing, problem: messageOf(problem) }),
    )
    return () => {
      controller.abort()
      feed.unsubscribe()
    }
  }, [tab, reading])

  const more = () => {
    if (state.next === null) return
    call(listJobs, { status: [...statusesOf[tab]], limit: perPage, cursor: state.next }).then(
      ({ jobs, next_cursor: next }) =>
        setState((before) => ({
          ...before,
          jobs: [...(before.jobs ?? []), ...jobs.filter(({ uuid }) => !before.jobs?.some((job) => job.uuid === uuid))],
          next,
        })),
      (problem: unknown) => setState((before) => ({ ...before, problem: messageOf(problem) })),
    )
  }
  return { ...state, more, accept, again: () => setReading((count) => count + 1) }
}
