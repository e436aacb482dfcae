import { Button } from '@blueprintjs/core'
import { DataSyncIcon, TickCircleIcon } from '@blueprintjs/icons'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import type { JobTab } from './job-list.ts'
import { JobRow } from './job-row.tsx'
import { useJobs } from './use-jobs.ts'

const empty = {
  current: {
    title: 'Nothing is running',
    why: 'Bulk changes of alerts and imports of vehicles run here, with their progress.',
  },
  completed: { title: 'No job has finished yet', why: 'Finished jobs and their results are listed here.' },
  failed: { title: 'No job has failed', why: 'What fails stays here, with its reason and a way to go on.' },
} as const

/** The running, completed or failed jobs. */
export function JobsTab({ tab }: { readonly tab: JobTab }) {
  const { jobs, hasMore, problem, more, accept, again } = useJobs(tab)
  if (jobs === undefined) {
    return problem === undefined ? (
      <SkeletonRows rows={8} columns={['90px', '3fr', '2fr', '120px']} rowHeight={64} />
    ) : (
      <ErrorState title="The jobs did not load" onRetry={again}>
        {problem}
      </ErrorState>
    )
  }
  if (jobs.length === 0)
    return (
      <EmptyState
        icon={tab === 'current' ? <DataSyncIcon size={24} /> : <TickCircleIcon size={24} />}
        title={empty[tab].title}
      >
        {empty[tab].why}
      </EmptyState>
    )
  return (
    <>
      <ul className="jb-jobs" aria-label="Jobs">
        {jobs.map((job) => (
          <JobRow key={job.uuid} job={job} accept={accept} />
        ))}
      </ul>
      {problem !== undefined && (
        <p className="c-problem" role="alert">
          Older jobs did not load. {problem}
        </p>
      )}
      {hasMore && (
        <p className="jb-more">
          <Button variant="outlined" onClick={more}>
            Older jobs
          </Button>
        </p>
      )}
    </>
  )
}
