import { Button } from '@blueprintjs/core'
import { LayersIcon } from '@blueprintjs/icons'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { useBench } from '../bench.ts'

/** The empty state if no row passes the filter. */
export function NothingFound({ what }: { readonly what: string }) {
  const { look, lookAt } = useBench()
  const clear = (
    <Button variant="outlined" onClick={() => lookAt({ ...look, q: undefined, bus: undefined })}>
      Clear the filter
    </Button>
  )
  return (
    <div className="an-none">
      <EmptyState
        icon={<LayersIcon size={24} />}
        title={`No ${what}`}
        {...(look.q !== undefined || look.bus !== undefined ? { action: clear } : {})}
      >
        {look.q !== undefined || look.bus !== undefined ? 'None passes the filter.' : 'No frame contains one.'}
      </EmptyState>
    </div>
  )
}
