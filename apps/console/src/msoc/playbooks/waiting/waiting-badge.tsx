import { compact, number } from '../../../core/format/format.ts'
import { useWaitingCount, useWaitingFeed } from './waiting-count.ts'

/** The number of approvals, forms and unknown outcomes that wait for this user, beside the menu item. */
export function WaitingBadge() {
  useWaitingFeed()
  const mine = useWaitingCount((counts) => counts.mine)
  if (mine === 0) return null
  return (
    <span className="rail-count num">
      <span aria-hidden>{compact(mine)}</span>
      <span className="c-visually-hidden">, {number(mine)} waiting for you</span>
    </span>
  )
}
