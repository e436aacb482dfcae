import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { AgreementsPage } from '../agreements/agreements-page.tsx'
import { AgreementsSearch } from '../search.ts'

export const Route = createFileRoute('/org/interface-agreement/agreements')({
  validateSearch: AgreementsSearch,
  component: Page,
})

function Page() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  const go = useCallback(
    (next: AgreementsSearch, replace = false) => void navigate({ to: '.', search: next as never, replace }),
    [navigate],
  )
  return <AgreementsPage search={search} go={go} />
}
