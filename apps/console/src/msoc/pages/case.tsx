import { createFileRoute } from '@tanstack/react-router'
import { CasePage } from '../cases/case-page.tsx'
import { CaseSearch } from '../cases/search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/case-management/general')({
  validateSearch: CaseSearch,
  component: OneCase,
})

function OneCase() {
  const { case: uuid, tab } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <CasePage
      uuid={uuid}
      tab={tab ?? 'overview'}
      onTab={(next) => void navigate({ search: { case: uuid, tab: next === 'overview' ? undefined : next } })}
    />
  )
}
