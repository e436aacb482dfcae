import { Button } from '@blueprintjs/core'
import { FilterRemoveIcon, TickCircleIcon } from '@blueprintjs/icons'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { usualRange } from '../../../core/time/range.ts'
import { useTimeRange } from '../../../core/time/conductor.ts'
import { useAlertPage } from '../page-context.tsx'
import { cleared, countFilters } from '../search.ts'

/** The empty state: why no alert matches, and what to do. */
export function Nothing() {
  const { search, go } = useAlertPage()
  const { range, set } = useTimeRange()
  const filters = countFilters(search)
  const window = range.mode === 'fixed' ? ' in this window' : ''
  if (filters > 0) {
    return (
      <EmptyState
        icon={<FilterRemoveIcon size={24} />}
        title="No alerts match"
        action={
          <Button variant="outlined" onClick={() => go(cleared(search))}>
            Clear {filters === 1 ? 'the filter' : `${filters} filters`}
          </Button>
        }
      >
        Nothing passes the filters of this view{window}.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<TickCircleIcon size={24} />}
      title="No open alerts"
      {...(range.mode === 'fixed' && {
        action: (
          <Button variant="outlined" onClick={() => set(usualRange)}>
            Back to live
          </Button>
        ),
      })}
    >
      {range.mode === 'fixed'
        ? `Nothing that is open was last seen${window}.`
        : 'New alerts show up here by themselves.'}
    </EmptyState>
  )
}
