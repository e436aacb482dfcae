import type { Job } from '@carapace/shared/account/jobs.contract'
import { useEffect, useRef } from 'react'
import { useJob } from '../../core/call/use-job.ts'
import { number } from '../../core/format/format.ts'

interface JobEndProps {
  readonly uuid: string
  /** Called once the job has ended. */
  readonly onDone: () => void
}

/** The progress and the outcome of a job as a sentence. */
export function JobEnd({ uuid, onDone }: JobEndProps) {
  const job = useJob(uuid)
  const done = useRef(onDone)
  done.current = onDone
  const status = job?.status
  useEffect(() => {
    if (status === 'COMPLETED' || status === 'FAILED' || status === 'CANCELLED') done.current()
  }, [status])
  return (
    <p className="c-say" role="status">
      {sentenceOf(job)}
    </p>
  )
}

function sentenceOf(job: Job | undefined): string {
  if (job === undefined) return 'It waits for its turn.'
  if (job.status === 'FAILED') return job.error ?? 'It failed.'
  if (job.status === 'CANCELLED') return 'It was cancelled.'
  const outcome = Object.entries(job.outcome)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${number(count)} ${word}`)
    .join(', ')
  if (job.status === 'COMPLETED') return `Done: ${outcome || 'nothing was to be changed'}.`
  return `${number(job.done)}${job.total === null ? '' : ` of ${number(job.total)}`} done.`
}
