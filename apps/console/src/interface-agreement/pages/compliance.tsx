import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { CompliancePage } from '../compliance/compliance-page.tsx'
import { ComplianceSearch } from '../search.ts'

export const Route = createFileRoute('/org/interface-agreement/compliance')({
  validateSearch: ComplianceSearch,
  component: Page,
})

function Page() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  const go = useCallback(
    (next: ComplianceSearch, replace = false) => void navigate({ to: '.', search: next as never, replace }),
    [navigate],
  )
  return <CompliancePage search={search} go={go} />
}
