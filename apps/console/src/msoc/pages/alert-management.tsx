import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { QueuePage } from '../alert-management/queue-page.tsx'
import { AlertSearch } from '../alert-management/search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/alert-management/')({
  validateSearch: AlertSearch,
  component: AlertManagement,
})

/** The alert queue page; the address holds the filters and the open alert. */
function AlertManagement() {
  const navigate = Route.useNavigate()
  const go = useCallback((search: AlertSearch, replace = false) => void navigate({ search, replace }), [navigate])
  return <QueuePage search={Route.useSearch()} go={go} />
}
