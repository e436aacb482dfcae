import type { Job } from '@carapace/shared/account/jobs.contract'
import { useEffect, useRef } from 'react'
import { number } from '../core/format/format.ts'
import { useJob } from '../core/call/use-job.ts'

/** The progress of the import as text, undefined if there is none. Calls `onDone` when the import has ended. */
export function useImport(
  uuid: string | undefined,
  onDone: () => void,
): { readonly words: string; readonly isOver: boolean } | undefined {
  const job = useJob(uuid)
  const done = useRef(onDone)
  done.current = onDone
  const status = job?.status
  useEffect(() => {
    if (status === 'COMPLETED' || status === 'FAILED') done.current()
  }, [status])
  return uuid === undefined
    ? undefined
    : { words: wordsOf(job), isOver: status === 'COMPLETED' || status === 'FAILED' || status === 'CANCELLED' }
}

function wordsOf(job: Job | undefined): string {
  if (job === undefined) return 'It waits for its turn.'
  if (job.status === 'FAILED') return job.error ?? 'It failed.'
  if (job.status === 'CANCELLED') return 'It was cancelled.'
  const outcome = Object.entries(job.outcome)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${number(count)} ${word}`)
    .join(', ')
  return job.status === 'COMPLETED'
    ? `Done: ${outcome || 'nothing was to be changed'}.`
    : `${number(job.done)}${job.total === null ? '' : ` of ${number(job.total)}`} read in.`
}
