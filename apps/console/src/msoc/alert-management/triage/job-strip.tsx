import { Button, ProgressBar } from '@blueprintjs/core'
import type { Job } from '@carapace/shared/account/jobs.contract'
import { useCallback } from 'react'
import { number, sentenceCase } from '../../../core/format/format.ts'
import { ActionButton } from './action-button.tsx'
import { useAlertPage } from '../page-context.tsx'
import { dismissJob, isUndoable, isUnfinished, outcomeText, stopJob, undoJob, useAlertJobs } from './jobs.ts'
import { sweepAfterJob } from '../queue/sweep.ts'

/** Running changes over a query, and the results of those started here (rule QUEUE-70). */
export function JobStrip() {
  const { queue } = useAlertPage()
  const onDone = useCallback(() => sweepAfterJob(queue), [queue])
  const jobs = useAlertJobs(onDone)
  return jobs.map((job) => <Strip key={job.uuid} job={job} />)
}

function Strip({ job }: { readonly job: Job }) {
  const running = isUnfinished(job)
  return (
    <section className="am-job" aria-label={job.title} data-status={job.status}>
      <strong>{job.title}</strong>
      {running && <Progress job={job} />}
      <span className="am-job-text num" role="status">
        {running ? progressText(job) : resultText(job)}
      </span>
      {running ? (
        <ActionButton onClick={() => void stopJob(job.uuid)}>Cancel</ActionButton>
      ) : (
        <>
          {isUndoable(job) && (
            <ActionButton keys="z" onClick={() => void undoJob(job.uuid)}>
              Undo
            </ActionButton>
          )}
          <Button size="small" variant="minimal" onClick={() => dismissJob(job.uuid)}>
            Dismiss
          </Button>
        </>
      )}
    </section>
  )
}

function Progress({ job: { title, done, total } }: { readonly job: Job }) {
  return (
    <ProgressBar
      className="am-job-bar"
      aria-label={title}
      intent="primary"
      animate={false}
      stripes={false}
      value={total === null || total === 0 ? 0 : done / total}
    />
  )
}

function progressText({ done, total, status, outcome }: Job): string {
  const far =
    status === 'QUEUED'
      ? 'Waiting to begin'
      : `${number(done)} of ${total === null ? 'an unknown number' : number(total)}`
  return [far, outcomeText({ outcome })].filter(Boolean).join(', ')
}

/** The result text of a job. It includes what was done, whatever the final status is. */
function resultText({ status, outcome, error, done }: Job): string {
  const came = outcomeText({ outcome }) || `${number(done)} done`
  return `${sentenceCase(status)}: ${came}.${error === null ? '' : ` ${error}`}`
}
