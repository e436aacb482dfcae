import { type Job, jobsChannel } from '@carapace/shared/account/jobs.contract'
import { useEffect, useRef, useState } from 'react'
import { number } from '../core/format.ts'
import { live } from '../core/live.ts'

/** How far a job is, in words; `onDone` is called once it has done all that it does. Undefined: there is none. */
export function useJob(uuid: string | undefined, onDone: () => void): { readonly words: string; readonly isOver: boolean } | undefined {
  const [job, setJob] = useState<Job>()
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    if (uuid === undefined) return
    const feed = live(jobsChannel, {}).subscribe((message) => {
      const jobs = message.op === 'snapshot' ? message.data.jobs : message.op === 'changes' ? message.data : []
      const found = jobs.findLast((each) => each.uuid === uuid)
      if (found) setJob(found)
    })
    return () => feed.unsubscribe()
  }, [uuid])
  const status = job?.status
  useEffect(() => {
    if (status === 'COMPLETED' || status === 'FAILED') done.current()
  }, [status])
  return uuid === undefined ? undefined : { words: wordsOf(job), isOver: status === 'COMPLETED' || status === 'FAILED' || status === 'CANCELLED' }
}

function wordsOf(job: Job | undefined): string {
  if (job === undefined) return 'It waits for its turn.'
  if (job.status === 'FAILED') return job.error ?? 'It failed.'
  if (job.status === 'CANCELLED') return 'It was cancelled.'
  const outcome = Object.entries(job.outcome).filter(([, count]) => count > 0).map(([word, count]) => `${number(count)} ${word}`).join(', ')
  return job.status === 'COMPLETED' ? `Done: ${outcome || 'nothing was to be changed'}.` : `${number(job.done)}${job.total === null ? '' : ` of ${number(job.total)}`} read in.`
}
