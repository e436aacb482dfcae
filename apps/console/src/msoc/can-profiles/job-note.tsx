import { Button } from '@blueprintjs/core'
import type { Job } from '@carapace/shared/account/jobs.contract'
import { useEffect } from 'react'
import { useJob } from '../../core/call/use-job.ts'
import { progressOf, progressText } from '../jobs/job-words.ts'

interface JobNoteProps {
  readonly uuid: string
  readonly onDone: () => void
  readonly onClose: () => void
}

/**
 * The progress of the job that learns a profile, until it is dismissed; `onDone` is called once the job has completed
 * (rule PROFILE-UI-4).
 */
export function JobNote({ uuid, onDone, onClose }: JobNoteProps) {
  const job = useJob(uuid)
  const status = job?.status
  useEffect(() => {
    if (status === 'COMPLETED') onDone()
  }, [status, onDone])
  const isOver = status === 'COMPLETED' || status === 'FAILED' || status === 'CANCELLED'
  return (
    <div className="cpr-job" role="status">
      <strong>{job?.title ?? 'Learning'}</strong>
      <span className={status === 'FAILED' ? 'c-problem' : 'num'}>{job === undefined ? 'queued' : wordsOf(job)}</span>
      {job !== undefined && !isOver && <progress aria-label="Progress" max={1} value={progressOf(job)} />}
      {isOver && <Button size="small" variant="outlined" text="Dismiss" onClick={onClose} />}
    </div>
  )
}

function wordsOf(job: Job): string {
  if (job.status === 'FAILED') return job.error ?? 'It failed.'
  if (job.status === 'CANCELLED') return 'It was cancelled.'
  return job.status === 'COMPLETED' ? (job.messages.at(-1) ?? 'Done.') : progressText(job)
}
