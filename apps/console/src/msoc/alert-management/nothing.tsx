import { Button } from '@blueprintjs/core'
import { FilterRemoveIcon, TickCircleIcon } from '@blueprintjs/icons'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { titleOf } from '../../core/time/range.ts'
import { useTimeRange } from '../../core/time/conductor.ts'
import { useDesk } from './desk.tsx'
import { cleared, countFilters } from './search.ts'

/** A week: where a day was quiet, there is mostly something. */
const weekMs = 7 * 24 * 3_600_000

/** No alert matches: why, and what to do about it. */
export function Nothing() {
  const { search, go } = useDesk()
  const { range, set } = useTimeRange()
  const filters = countFilters(search)
  const window = titleOf(range).toLowerCase()
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
        Nothing passes the filters of this view in this window ({window}).
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<TickCircleIcon size={24} />}
      title="No open alerts"
      action={
        <Button variant="outlined" onClick={() => set({ mode: 'live', spanMs: weekMs })}>
          Look at the last 7 days
        </Button>
      }
    >
      Nothing that is open was seen in this window ({window}). New alerts show up here by themselves.
    </EmptyState>
  )
}
