import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ObservablesPage } from '../observables/list/observables-page.tsx'
import { ObservablesSearch } from '../observables/search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/observable/')({
  validateSearch: ObservablesSearch,
  component: Observables,
})

/** The list of observables, with lists and analyzers. */
function Observables() {
  const navigate = Route.useNavigate()
  const go = useCallback(
    (next: ObservablesSearch, replace = false) => void navigate({ search: next, replace }),
    [navigate],
  )
  const open = useCallback(
    ({ uuid }: { readonly uuid: string }) =>
      void navigate({ to: '/org/msoc/dashboard/observable/general', search: { observable: uuid } }),
    [navigate],
  )
  const create = useCallback(() => void navigate({ to: '/org/msoc/dashboard/observable/create' }), [navigate])
  return <ObservablesPage search={Route.useSearch()} go={go} onOpen={open} onCreate={create} />
}
