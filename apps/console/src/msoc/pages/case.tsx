import { createFileRoute } from '@tanstack/react-router'
import { CasePage } from '../cases/case-page.tsx'
import { CaseSearch } from '../cases/search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/case-management/general')({
  validateSearch: CaseSearch,
  component: OneCase,
})

function OneCase() {
  return <CasePage uuid={Route.useSearch().case} />
}
