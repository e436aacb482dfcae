import type { Job } from '@carapace/shared/account/jobs.contract'
import { number, sentenceCase } from '../format/format.ts'
import { StatusBadge } from './status-badge.tsx'
import { useJob } from '../call/use-job.ts'
import './form.css'

/** The progress of a job that was started here, and its result. */
export function JobProgress({ job: initial }: { readonly job: Job }) {
  const job = useJob(initial.uuid) ?? initial
  const { status, title, done, total, error, outcome, messages } = job
  const percent = total === null || total === 0 ? undefined : Math.floor((done / total) * 100)
  const isUnfinished = status === 'QUEUED' || status === 'RUNNING'
  return (
    <div className="c-progress" role="status" aria-label={title}>
      <span>
        <StatusBadge status={status} /> {title}
      </span>
      {isUnfinished && (
        <div
          role="progressbar"
          aria-label={title}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          className="c-progress-bar"
        >
          <i style={{ width: `${percent ?? 0}%` }} />
        </div>
      )}
      <span className="c-note num">
        {isUnfinished
          ? total === null
            ? number(done)
            : `${number(done)} of ${number(total)}`
          : Object.entries(outcome)
              .map(([word, n]) => `${number(n)} ${sentenceCase(word).toLowerCase()}`)
              .join(', ')}
      </span>
      {error !== null && <span className="c-problem">{error}</span>}
      {messages.slice(0, 10).map((message, index) => (
        <span key={index} className="c-note">
          {message}
        </span>
      ))}
    </div>
  )
}
