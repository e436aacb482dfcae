import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { WorksheetSearch } from '../search.ts'
import { WorksheetPage } from '../worksheet/worksheet-page.tsx'

export const Route = createFileRoute('/org/fmea/fmea-analysis')({ validateSearch: WorksheetSearch, component: Page })

function Page() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  const go = useCallback(
    (next: WorksheetSearch, replace = false) => void navigate({ to: '.', search: next as never, replace }),
    [navigate],
  )
  return <WorksheetPage search={search} go={go} />
}
