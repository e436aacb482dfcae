import { SettingsIcon } from '@blueprintjs/icons'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ProgramsPage } from '../../graph/programs/programs-page.tsx'
import { ProgramsSearch } from '../../graph/programs/programs-search.ts'

export const Route = createFileRoute('/org/lifecycle/programs')({ validateSearch: ProgramsSearch, component: Programs })

/** The list of programs; the filters are in the address. */
function Programs() {
  const navigate = Route.useNavigate()
  const methods = (
    <Link className="bp6-button bp6-outlined" to="/org/lifecycle/methods">
      <SettingsIcon />
      <span>Methods</span>
    </Link>
  )
  return <ProgramsPage search={Route.useSearch()} go={(search) => void navigate({ search })} tools={methods} />
}
