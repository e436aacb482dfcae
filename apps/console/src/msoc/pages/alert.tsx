import { Button } from '@blueprintjs/core'
import { SearchIcon } from '@blueprintjs/icons'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { z } from 'zod'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { AlertPage as LoneAlert } from '../alert-management/alert-page.tsx'
import type { AlertSearch } from '../alert-management/search.ts'

export const Route = createFileRoute('/org/msoc/dashboard/alert-management/general')({
  validateSearch: z.object({ alert: z.uuid().optional().catch(undefined) }),
  component: AlertPage,
})

/** The page of one alert, which the address names. */
function AlertPage() {
  const { alert } = Route.useSearch()
  const navigate = Route.useNavigate()
  const toList = useCallback(
    (search: AlertSearch, replace = false) =>
      void navigate({ to: '/org/msoc/dashboard/alert-management', search, replace }),
    [navigate],
  )
  const openAlert = useCallback((uuid: string) => void navigate({ search: { alert: uuid } }), [navigate])
  if (alert === undefined) return <NoAlert onList={() => toList({})} />
  return <LoneAlert uuid={alert} toList={toList} openAlert={openAlert} />
}

function NoAlert({ onList }: { readonly onList: () => void }) {
  return (
    <>
      <h1 className="c-visually-hidden">Alert</h1>
      <EmptyState
        icon={<SearchIcon size={24} />}
        title="This address names no alert"
        action={
          <Button variant="outlined" onClick={onList}>
            Go to the list
          </Button>
        }
      >
        Open an alert from the list.
      </EmptyState>
    </>
  )
}
