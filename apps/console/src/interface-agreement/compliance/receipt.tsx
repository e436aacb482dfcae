import type { Delivery } from '@carapace/shared/interface-agreement/row-details.contract'
import { dateTime } from '../../core/format/format.ts'
import { Badge } from '../../core/ui/status-badge.tsx'

/** The receipt of a delivery: by whom, and why it was returned. */
export function Receipt({ receipt }: Pick<Delivery, 'receipt'>) {
  if (receipt === null) return <Badge tone="yellow">No receipt yet</Badge>
  const { verdict, reason, by, at } = receipt
  const isReceived = verdict === 'received'
  return (
    <>
      <Badge tone={isReceived ? 'green' : 'red'}>{isReceived ? 'Received' : 'Returned'}</Badge>{' '}
      <span className="ia-faint num">
        {by}, {dateTime(at)}
      </span>
      {reason !== '' && <span> {reason}</span>}
    </>
  )
}
