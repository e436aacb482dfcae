import { type Job, jobsChannel } from '@carapace/shared/account/jobs.contract'
import { useEffect, useState } from 'react'
import { live } from '../live/live.ts'

/** The current state of a job that this page requested; undefined until its first message. Ignores all other jobs. */
export function useJob(uuid: string | undefined): Job | undefined {
  const [latest, setLatest] = useState<Job>()
  useEffect(() => {
    if (uuid === undefined) return
    const feed = live(jobsChannel, {}).subscribe((message) => {
      const jobs = message.op === 'snapshot' ? message.data.jobs : message.op === 'changes' ? message.data : []
      const own = jobs.findLast((job) => job.uuid === uuid)
      if (own) setLatest(own)
    })
    return () => feed.unsubscribe()
  }, [uuid])
  return latest?.uuid === uuid ? latest : undefined
}
