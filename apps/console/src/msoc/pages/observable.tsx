import { Button } from '@blueprintjs/core'
import { EyeOpenIcon } from '@blueprintjs/icons'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { z } from 'zod'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ObservablePage } from '../observables/detail/observable-page.tsx'

export const Route = createFileRoute('/org/msoc/dashboard/observable/general')({
  validateSearch: z.object({ observable: z.uuid().optional().catch(undefined) }),
  component: Observable,
})

/** One observable. */
function Observable() {
  const navigate = Route.useNavigate()
  const { observable: uuid } = Route.useSearch()
  const list = useCallback(() => void navigate({ to: '/org/msoc/dashboard/observable', search: {} }), [navigate])
  const open = useCallback((next: string) => void navigate({ search: { observable: next } }), [navigate])
  if (uuid === undefined)
    return (
      <EmptyState
        icon={<EyeOpenIcon size={24} />}
        title="No observable is chosen"
        action={<Button variant="outlined" text="All observables" onClick={list} />}
      >
        The address names none.
      </EmptyState>
    )
  return <ObservablePage key={uuid} uuid={uuid} onOpen={open} onList={list} />
}
