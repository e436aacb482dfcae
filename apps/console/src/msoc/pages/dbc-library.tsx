import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { LibraryPage } from '../dbc-library/library-page.tsx'
import { LibrarySearch } from '../dbc-library/search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/analyzers/vehicle-db-viewer')({
  validateSearch: LibrarySearch,
  component: DbcLibrary,
})

/** The library of CAN databases; the address holds the open version and its view. */
function DbcLibrary() {
  const navigate = Route.useNavigate()
  const go = useCallback((search: LibrarySearch, replace = false) => void navigate({ search, replace }), [navigate])
  return <LibraryPage search={Route.useSearch()} go={go} />
}
