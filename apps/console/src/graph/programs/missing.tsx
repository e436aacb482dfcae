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
  /** What the page is of. */
  readonly page: string
  readonly title: string
  readonly children: string
}

/** A page of a program that is not there, or not for this person (rule PROGRAM-PAGE-1). */
function Missing({ page, title, children }: MissingProps) {
  usePageTitle(page)
  return (
    <>
      <h1 className="c-said">{page}</h1>
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

/** Whether what was asked for is not there, or not shown to this person. */
export function isGone(problem: unknown): boolean {
  return problem instanceof Failure && problem.code === 'NOT_FOUND'
}

interface UntilShownProps {
  readonly page: string
  readonly problem: unknown
  readonly again: () => void
}

/**
 * What a page shows that has no program to show: none is named, it is on its way, it is not there, or it did not come.
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
      <h1 className="c-said">{page}</h1>
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

/** What is shown may be old: the latest answer did not come. */
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
