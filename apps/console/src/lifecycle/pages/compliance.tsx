import { createFileRoute } from '@tanstack/react-router'
import { CompliancePage } from '../compliance/compliance-page.tsx'
import { ProgramsSearch } from '../../graph/programs/programs-search.ts'

export const Route = createFileRoute('/org/lifecycle/compliance')({
  validateSearch: ProgramsSearch,
  component: Compliance,
})

/** The compliance of all programs; the filters are in the address. */
function Compliance() {
  const navigate = Route.useNavigate()
  return <CompliancePage search={Route.useSearch()} go={(search) => void navigate({ search })} />
}
