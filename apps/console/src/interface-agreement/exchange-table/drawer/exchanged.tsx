import { Link } from '@tanstack/react-router'
import { dateTime } from '../../../core/format/format.ts'
import { Badge } from '../../../core/ui/status-badge.tsx'
import type { DetailsProps } from './row-context.ts'
import { DrawerSection } from './section.tsx'

/** What was handed over for the row, and its receipts. */
export function Deliveries({ agreement, row, details: { deliveries } }: DetailsProps) {
  return (
    <DrawerSection
      title="Deliveries"
      beside={
        <Link
          to="/org/interface-agreement/compliance"
          search={{ agreement: agreement.uuid, programId: undefined, row: row.id } as never}
        >
          Compliance
        </Link>
      }
    >
      {deliveries.length === 0 && <p className="ia-faint ia-text">Nothing was handed over yet.</p>}
      <ul className="ia-comments">
        {deliveries.map((delivery) => (
          <li key={delivery.uuid}>
            <div className="ia-line-head">
              <b>{delivery.version === '' ? delivery.kind : `${delivery.version}, ${delivery.kind}`}</b>
              {delivery.receipt ? (
                <Badge tone={delivery.receipt.verdict === 'received' ? 'green' : 'red'}>
                  {delivery.receipt.verdict}
                </Badge>
              ) : (
                <Badge tone="grey">no receipt</Badge>
              )}
            </div>
            <p className="ia-faint num">{`${delivery.author}, ${delivery.party}, ${dateTime(delivery.at)}`}</p>
            {delivery.note !== '' && <p className="ia-text">{delivery.note}</p>}
          </li>
        ))}
      </ul>
    </DrawerSection>
  )
}

const mostShown = 20

/** The artefacts of the own program that the work product consists of. */
export function Evidence({ details: { evidence, evidence_total: total } }: DetailsProps) {
  if (evidence.length === 0) return null
  return (
    <DrawerSection title="Evidence" beside={<span className="num ia-faint">{total}</span>}>
      <ul className="ia-evidence">
        {evidence.slice(0, mostShown).map((one) => (
          <li key={one.uuid}>
            <span className="mono ia-faint">{one.code}</span>
            <span className="ia-evidence-title" title={one.title}>
              {one.title}
            </span>
            {one.is_suspect && <Badge tone="yellow">suspect</Badge>}
            {one.is_changed && <Badge tone="purple">changed since</Badge>}
          </li>
        ))}
      </ul>
      {total > mostShown && <p className="c-note num">{`${total - mostShown} more`}</p>}
    </DrawerSection>
  )
}
