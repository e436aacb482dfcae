import { createFileRoute } from '@tanstack/react-router'
import { ComplianceSearch } from '../compliance/search.ts'
import { SummaryPage } from '../compliance/summary-page.tsx'

export const Route = createFileRoute('/org/lifecycle/projects/view/compliance-summary')({
  validateSearch: ComplianceSearch,
  component: Summary,
})

/** One program's compliance; the view is in the address. */
function Summary() {
  const navigate = Route.useNavigate()
  return <SummaryPage search={Route.useSearch()} go={(search, replace = false) => void navigate({ search, replace })} />
}
