import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { TablePage } from '../exchange-table/table-page.tsx'
import { TableSearch } from '../search.ts'

export const Route = createFileRoute('/org/interface-agreement/information-exchange')({
  validateSearch: TableSearch,
  component: Page,
})

function Page() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  const go = useCallback(
    (next: TableSearch, replace = false) => void navigate({ to: '.', search: next as never, replace }),
    [navigate],
  )
  return <TablePage search={search} go={go} />
}
