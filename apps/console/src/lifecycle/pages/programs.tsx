import { createFileRoute } from '@tanstack/react-router'
import { ProgramsPage } from '../../graph/programs/programs-page.tsx'
import { ProgramsSearch } from '../../graph/programs/programs-search.ts'

export const Route = createFileRoute('/org/lifecycle/programs')({ validateSearch: ProgramsSearch, component: Programs })

/** The list of programs: which ones is in the address. */
function Programs() {
  const navigate = Route.useNavigate()
  return <ProgramsPage search={Route.useSearch()} go={(search) => void navigate({ search })} />
}
