import { CrossIcon, NotificationsIcon, ExportIcon } from '@blueprintjs/icons'
import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import {
  type ComplianceRow,
  getAgreementRow,
  type RowDetails,
} from '@carapace/shared/interface-agreement/row-details.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'
import { calendarDay } from '../../core/format/format.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { EventDialog } from '../dialogs/event-dialog.tsx'
import { HandOverDialog } from '../dialogs/hand-over-dialog.tsx'
import { useRereadOn } from '../use-agreement.ts'
import { counted, partyNameOf, sideTexts } from '../words.ts'
import { DueDay, FreeStatus } from './columns.tsx'
import { DeliveryItem } from './delivery-item.tsx'
import { EvidenceList } from './evidence-list.tsx'

interface RowPanelProps {
  readonly agreement: Agreement
  readonly exchange: number
  readonly line: ComplianceRow
  readonly today: string
  /** The name of the own program; null: none is chosen, or the user may not see it. */
  readonly program: string | null
  readonly refusal: string | undefined
  /** Whether a delivery was opened: its row begins with the deliveries. */
  readonly isOfDelivery: boolean
  readonly onDone: () => void
  readonly onClose: () => void
}

/** What was exchanged of a work product, and what changed since, beside the list (rule AGREEMENT-UI-14). */
export function RowPanel(props: RowPanelProps) {
  const { agreement, exchange, line, today, refusal, onDone, onClose } = props
  const input = { agreement_uuid: agreement.uuid, row: line.row }
  const { data, problem, refetch } = useEndpoint(getAgreementRow, input, pageSubject)
  useRereadOn(exchange, refetch)
  const [dialog, setDialog] = useState<'hand-over' | 'event'>()
  const done = () => {
    refetch()
    onDone()
  }
  return (
    <aside className="ia-beside ia-row-panel" aria-label={line.title}>
      <header className="ia-row-head">
        <p>
          <span className="mono">{line.iso_reference.startsWith('WP-') ? line.iso_reference : `Row ${line.row}`}</span>
          <FreeStatus status={line.status} />
          <span className="ia-row-close">
            <IconButton icon={<CrossIcon />} label="Close" size="small" onClick={onClose} />
          </span>
        </p>
        <h2>{line.title}</h2>
        <p className="ia-faint">{`Row ${line.row}, ${line.section}`}</p>
        <div className="ia-row-buttons">
          <ActButton
            intent="primary"
            variant="solid"
            icon={<ExportIcon />}
            text="Hand over…"
            disabled={data === undefined}
            refusal={refusal}
            onClick={() => setDialog('hand-over')}
          />
          <ActButton
            icon={<NotificationsIcon />}
            text="Report an event…"
            refusal={refusal}
            onClick={() => setDialog('event')}
          />
          <Link
            className="bp6-button bp6-outlined bp6-small"
            to="/org/interface-agreement/information-exchange"
            search={(before: object) => ({ ...before, agreement: agreement.uuid, row: line.row })}
          >
            In the table
          </Link>
        </div>
      </header>
      <div className="ia-beside-body">
        <Facts {...props} />
        <Loaded
          what="The exchange"
          data={data}
          problem={problem}
          onRetry={refetch}
          skeleton={<SkeletonRows rows={6} columns={['1fr', '80px']} />}
        >
          {(details) => <Sections {...props} details={details} onDone={done} />}
        </Loaded>
      </div>
      {dialog === 'event' && (
        <EventDialog {...input} today={today} onDone={done} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'hand-over' && data !== undefined && (
        <HandOverDialog
          agreement={agreement}
          row={line.row}
          title={line.title}
          kind={line.deliverable_type}
          details={data}
          onDone={done}
          onClose={() => setDialog(undefined)}
        />
      )}
    </aside>
  )
}

function Facts({ agreement, line, today }: RowPanelProps) {
  const { last } = line
  return (
    <dl className="ia-facts ia-row-facts">
      <dt>Due</dt>
      <dd>
        <DueDay row={line} today={today} />
      </dd>
      <dt>Update cycle</dt>
      <dd>{line.update_cycle || '–'}</dd>
      <dt>Deliverable</dt>
      <dd>{line.deliverable_type || '–'}</dd>
      <dt>Responsible</dt>
      <dd>{line.responsible.map((side) => sideTexts[side]).join(', ') || 'nobody'}</dd>
      <dt>Last exchange</dt>
      <dd className="num">
        {last === null ? '–' : `${calendarDay(last.day)}, ${partyNameOf(agreement, last.side) ?? sideTexts[last.side]}`}
      </dd>
    </dl>
  )
}

interface SectionsProps extends RowPanelProps {
  readonly details: RowDetails
}

function Sections(props: SectionsProps) {
  const evidence = <OwnEvidence key="evidence" {...props} />
  const deliveries = <Deliveries key="deliveries" {...props} />
  return (
    <>
      {props.isOfDelivery ? [deliveries, evidence] : [evidence, deliveries]}
      <Events events={props.details.events} />
    </>
  )
}

function OwnEvidence({ agreement, line, program, details }: SectionsProps) {
  const changed = details.evidence.filter((each) => each.is_changed).length
  return (
    <section className="ia-section" aria-label="Evidence">
      <h3>
        Own evidence{' '}
        <span className="ia-faint num">
          {details.evidence_total}
          {changed > 0 && `, ${changed} changed since your last delivery`}
        </span>
      </h3>
      <EvidenceList agreement={agreement} program={program} line={line} details={details} />
    </section>
  )
}

function Deliveries({ agreement, refusal, details, onDone }: SectionsProps) {
  const { deliveries, is_limited: isLimited } = details
  return (
    <section className="ia-section" aria-label="Deliveries">
      <h3>
        Deliveries <span className="ia-faint num">{deliveries.length}</span>
      </h3>
      {deliveries.length === 0 && <p className="ia-faint">Nothing was handed over yet.</p>}
      {deliveries.map((delivery) => (
        <DeliveryItem key={delivery.uuid} agreement={agreement} delivery={delivery} refusal={refusal} onDone={onDone} />
      ))}
      {isLimited && (
        <p className="ia-faint">
          Some of what the other side has put here is confidential: members of your team with more access see it.
        </p>
      )}
    </section>
  )
}

function Events({ events }: Pick<RowDetails, 'events'>) {
  if (events.length === 0) return null
  return (
    <section className="ia-section" aria-label="Events">
      <h3>
        {counted(events.length, 'event')} <span className="ia-faint">that call for an update</span>
      </h3>
      <ul className="ia-lines">
        {events.map(({ day, side, reason, author }, at) => (
          <li key={at}>
            <span className="num ia-faint">{calendarDay(day)}</span> {reason}{' '}
            <span className="ia-faint">{`${author}, ${sideTexts[side]}`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
