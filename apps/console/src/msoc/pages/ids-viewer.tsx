import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { IdsViewerPage } from '../ids-viewer/ids-viewer-page.tsx'
import { IdsSearch } from '../ids-viewer/search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/analyzers/ids-viewer')({
  validateSearch: IdsSearch,
  component: IdsViewer,
})

/** The IDS viewer page; the address holds its filters. */
function IdsViewer() {
  const navigate = Route.useNavigate()
  const go = useCallback((search: IdsSearch, replace = false) => void navigate({ search, replace }), [navigate])
  return <IdsViewerPage search={Route.useSearch()} go={go} />
}
