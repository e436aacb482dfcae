import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PlaybooksPage } from '../playbooks/playbooks-page.tsx'
import { PlaybooksSearch } from '../playbooks/search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/playbooks/')({
  validateSearch: PlaybooksSearch,
  component: Playbooks,
})

/** The playbooks, their runs, and what waits for a person. */
function Playbooks() {
  const navigate = Route.useNavigate()
  const go = useCallback(
    (next: PlaybooksSearch, replace = false) => void navigate({ search: next, replace }),
    [navigate],
  )
  return <PlaybooksPage search={Route.useSearch()} go={go} />
}
