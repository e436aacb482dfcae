import { createFileRoute } from '@tanstack/react-router'
import { ProjectsPage } from '../projects/projects-page.tsx'
import { ProjectsSearch } from '../projects/search.ts'

export const Route = createFileRoute('/org/lifecycle/projects/')({
  validateSearch: ProjectsSearch,
  component: Projects,
})

/** The list of projects; the filters are in the address. */
function Projects() {
  const navigate = Route.useNavigate()
  return <ProjectsPage search={Route.useSearch()} go={(search) => void navigate({ search })} />
}
