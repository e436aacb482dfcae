import { ProjectsIcon } from '@blueprintjs/icons'
import { Link } from '@tanstack/react-router'
import { usePageTitle } from '../../core/page/page-title.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'

/** The page of a program if its address does not name one. */
export function NoProgram({ page }: { readonly page: string }) {
  usePageTitle(page)
  return (
    <>
      <PageHead title={page} />
      <EmptyState
        icon={<ProjectsIcon size={24} />}
        title="No program is named"
        action={
          <Link className="bp6-button bp6-outlined" to="/org/lifecycle/programs">
            All programs
          </Link>
        }
      >
        Open a program first: all engineering artefacts belong to one.
      </EmptyState>
    </>
  )
}
