import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { RulesPage } from '../rules/list/rules-page.tsx'
import { RulesSearch } from '../rules/search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/rules/')({ validateSearch: RulesSearch, component: Rules })

/** The list of detection rules. */
function Rules() {
  const navigate = Route.useNavigate()
  const go = useCallback((next: RulesSearch, replace = false) => void navigate({ search: next, replace }), [navigate])
  const edit = useCallback(
    (rule?: string) => void navigate({ to: '/org/msoc/dashboard/rules/create', search: { rule } }),
    [navigate],
  )
  return <RulesPage search={Route.useSearch()} go={go} onEdit={edit} />
}
