import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { RunPage } from '../playbooks/run/run-page.tsx'
import { RunSearch } from '../playbooks/search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/playbooks/run')({
  validateSearch: RunSearch,
  component: PlaybookRun,
})

/** One run of a playbook, on its graph. */
function PlaybookRun() {
  const navigate = Route.useNavigate()
  const go = useCallback((next: RunSearch, replace = false) => void navigate({ search: next, replace }), [navigate])
  return <RunPage search={Route.useSearch()} go={go} />
}
