import { ProjectsIcon } from '@blueprintjs/icons'
import { Failure } from '@carapace/shared/core/failure'
import { Link } from '@tanstack/react-router'
import { messageOf } from '../../core/call/call.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import './programs.css'

interface MissingProps {
  /** The title of the page. */
  readonly page: string
  readonly title: string
  readonly children: string
}

/** The page of a program that does not exist or that the user may not see (rule PROGRAM-PAGE-1). */
function Missing({ page, title, children }: MissingProps) {
  usePageTitle(page)
  return (
    <>
      <h1 className="c-visually-hidden">{page}</h1>
      <EmptyState
        icon={<ProjectsIcon size={24} />}
        title={title}
        action={
          <Link className="bp6-button bp6-outlined" to="/org/lifecycle/programs">
            All programs
          </Link>
        }
      >
        {children}
      </EmptyState>
    </>
  )
}

/** Whether an error means that the object does not exist or that the user may not see it. */
export function isGone(problem: unknown): boolean {
  return problem instanceof Failure && problem.code === 'NOT_FOUND'
}

interface UntilShownProps {
  readonly page: string
  readonly problem: unknown
  readonly again: () => void
}

/**
 * What a page shows without a program: none is named in the address, it is loading, does not exist, or failed to load.
 */
export function UntilShown({ page, problem, again }: UntilShownProps) {
  usePageTitle(page)
  if (isGone(problem)) {
    return (
      <Missing page={page} title="There is no such program">
        It was removed, or you are not a member of it. Its leads and your administrators can add you.
      </Missing>
    )
  }
  return (
    <div className="pg-program">
      <h1 className="c-visually-hidden">{page}</h1>
      {problem === undefined ? (
        <div className="pg-body">
          <div className="c-panel">
            <SkeletonRows rows={9} columns={['20px', '1fr', '2fr']} rowHeight={36} />
          </div>
          <div className="c-panel">
            <SkeletonRows rows={4} columns={['24px', '2fr', '80px']} rowHeight={49} />
          </div>
        </div>
      ) : (
        <ErrorState title="The program did not load" onRetry={again}>
          {messageOf(problem)}
        </ErrorState>
      )}
    </div>
  )
}

/** A note that the data may be out of date, since the latest request failed. */
export function Outdated({ problem, again }: { readonly problem: unknown; readonly again: () => void }) {
  if (problem === undefined) return null
  return (
    <p className="pg-outdated" role="alert">
      This is not up to date: {messageOf(problem)}{' '}
      <button type="button" className="bp6-button bp6-small bp6-outlined" onClick={again}>
        Try again
      </button>
    </p>
  )
}
