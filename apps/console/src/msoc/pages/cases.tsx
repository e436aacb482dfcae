import { createFileRoute } from '@tanstack/react-router'
import { CasesPage } from '../cases/cases-page.tsx'
import { CasesSearch } from '../cases/search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/case-management/')({
  validateSearch: CasesSearch,
  component: Cases,
})

/** The list of cases; the address holds its filters. Without a filter and a view, it shows the open cases. */
function Cases() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const shown = Object.keys(search).every((key) => key === 'as') ? { ...usual, ...search } : search
  return <CasesPage search={shown} go={(next) => void navigate({ search: next })} />
}

const usual = CasesSearch.parse({ stage: 'NEW,IN_PROGRESS', view: 'open' })
