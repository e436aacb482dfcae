import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { AnalyzerPage } from '../analyzer/analyzer-page.tsx'
import { AnalyzerPageSearch } from '../analyzer/page-search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/analyzers/default-view')({
  validateSearch: AnalyzerPageSearch,
  component: CanAnalyzer,
})

/**
 * The CAN analyzer page: frames of a vehicle, of a capture or of an alert's evidence. The address holds the source and
 * the view.
 */
function CanAnalyzer() {
  const navigate = Route.useNavigate()
  const go = useCallback(
    (search: AnalyzerPageSearch, replace = false) => void navigate({ search, replace }),
    [navigate],
  )
  return <AnalyzerPage search={Route.useSearch()} go={go} />
}
