import { RefreshIcon } from '@blueprintjs/icons'
import { cancelJob, type Job, retryJob } from '@carapace/shared/account/jobs.contract'
import { useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { age, dateTime, number, useNow } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { toast } from '../../core/ui/toast.ts'
import { durationOf, outcomeText, progressOf, progressText, remainingOf } from './job-words.ts'

interface JobRowProps {
  readonly job: Job
  readonly accept: (job: Job) => void
}

/** One job: its task, its progress, its result, and its messages about single items. */
export function JobRow({ job, accept }: JobRowProps) {
  const isUnfinished = job.status === 'QUEUED' || job.status === 'RUNNING'
  return (
    <li className="jb-job">
      <div className="jb-line">
        <StatusBadge status={job.status} />
        <strong className="jb-title" title={job.title}>
          {job.title}
        </strong>
        {isUnfinished && <Cancel job={job} accept={accept} />}
        {job.status === 'FAILED' && <Retry job={job} accept={accept} />}
      </div>
      {isUnfinished && <Progress job={job} />}
      {job.error !== null && <p className="c-problem">{job.error}</p>}
      <p className="jb-facts num">
        {outcomeText(job) !== '' && <span className="jb-outcome">{outcomeText(job)}</span>}
        <Times job={job} />
        <span>by {job.created_by}</span>
        <span>{dateTime(job.created_at)}</span>
      </p>
      {job.messages.length > 0 && <Messages messages={job.messages} />}
    </li>
  )
}

function Progress({ job }: Pick<JobRowProps, 'job'>) {
  const progress = progressOf(job)
  const percent = progress === undefined ? undefined : Math.floor(progress * 100)
  return (
    <div className="jb-progress">
      <div
        role="progressbar"
        aria-label={job.title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={progressText(job)}
        className="jb-bar"
      >
        <i style={{ width: `${percent ?? 0}%` }} />
      </div>
      <span className="num">
        {progressText(job)}
        {percent === undefined ? '' : ` · ${percent} %`}
      </span>
    </div>
  )
}

function Times({ job }: Pick<JobRowProps, 'job'>) {
  const now = useNow(1_000)
  const [ran, left] = [durationOf(job, now), remainingOf(job, now)]
  if (ran === undefined) return <span>waiting</span>
  return (
    <span>
      {job.finished_at === null ? 'running' : 'took'} {age(ran)}
      {left === undefined ? '' : `, about ${age(left)} left`}
    </span>
  )
}

function Messages({ messages }: { readonly messages: readonly string[] }) {
  return (
    <details className="jb-messages">
      <summary>{messages.length === 1 ? '1 message' : `${number(messages.length)} messages`}</summary>
      <ul tabIndex={0} aria-label="Messages">
        {messages.map((message, index) => (
          <li key={index} className="mono">
            {message}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Cancel({ job, accept }: JobRowProps) {
  const refusal = useRefusal(cancelJob)
  const [isConfirming, setConfirming] = useState(false)
  const { busy, act } = useAct(cancelJob, accept)
  return (
    <>
      <ActButton refusal={refusal} loading={busy} onClick={() => setConfirming(true)}>
        Cancel
      </ActButton>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Stop this job?"
        action="Stop it"
        isDanger
        isBusy={busy}
        onClose={() => setConfirming(false)}
        onConfirm={() => void act(job).then(() => setConfirming(false))}
      >
        {job.title}: what it did until now stays done.
      </ConfirmDialog>
    </>
  )
}

function Retry({ job, accept }: JobRowProps) {
  const refusal = useRefusal(retryJob)
  const { busy, act } = useAct(retryJob, accept)
  return (
    <ActButton icon={<RefreshIcon />} refusal={refusal} loading={busy} onClick={() => void act(job)}>
      Try again
    </ActButton>
  )
}

/** Sends an action to a job; a refusal is reported, and the current job is shown. */
function useAct(endpoint: typeof cancelJob | typeof retryJob, accept: (job: Job) => void) {
  const [busy, setBusy] = useState(false)
  const act = async ({ uuid }: Job) => {
    setBusy(true)
    try {
      accept((await call(endpoint, { uuid })).job)
    } catch (problem) {
      toast.error(messageOf(problem))
    } finally {
      setBusy(false)
    }
  }
  return { busy, act }
}
