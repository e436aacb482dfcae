import { type Job, jobsChannel, listJobs } from '@carapace/shared/account/jobs.contract'
import { useCallback, useEffect } from 'react'
import { call } from '../../core/call/call.ts'
import { useGrowingList } from '../../core/call/use-growing-list.ts'
import { live } from '../../core/live/live.ts'
import { type JobTab, statusesOf, withJob } from './job-list.ts'

const perPage = 50

/** The jobs of a tab: the stored ones, updated by the channel (rule JOB-UI-3). */
export function useJobs(tab: JobTab) {
  const query = { status: [...statusesOf[tab]], limit: perPage }
  const {
    rows: jobs,
    change,
    refetch: again,
    ...list
  } = useGrowingList<Job>([listJobs.path, query], {
    request: async (cursor, signal) => {
      const { jobs, next_cursor: next } = await call(listJobs, { ...query, cursor }, signal ? { signal } : {})
      return { rows: jobs, next }
    },
    idOf: ({ uuid }) => uuid,
  })
  const accept = useCallback(
    (...news: readonly Job[]) => change((known) => news.reduce((all, job) => withJob(all, tab, job), known)),
    [change, tab],
  )

  useEffect(() => {
    const feed = live(jobsChannel, {}).subscribe((message) => {
      if (message.op === 'snapshot') accept(...message.data.jobs)
      if (message.op === 'changes') accept(...message.data)
    })
    return () => feed.unsubscribe()
  }, [accept])

  return { ...list, jobs, accept, again }
}
