import { TickIcon } from '@blueprintjs/icons'
import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import type { ComplianceRow } from '@carapace/shared/interface-agreement/row-details.contract'
import { calendarDay } from '../../core/format/format.ts'
import type { Column } from '../../core/table/data-table.tsx'
import { Badge, StatusBadge } from '../../core/ui/status-badge.tsx'
import { toneOf } from '../../core/ui/status-tone.ts'
import { partyNameOf, sideTexts } from '../words.ts'
import { dueStateOf } from './due-rows.ts'

/** A status of a row is free text: a badge where it is a word that the product knows. */
export function FreeStatus({ status }: { readonly status: string }) {
  if (status === '') return '–'
  return toneOf(status) === 'grey' ? status : <StatusBadge status={status} />
}

interface DueProps {
  readonly row: Pick<ComplianceRow, 'due' | 'is_overdue'>
  readonly today: string
}

/** The day on which the next exchange is due. */
export function DueDay({ row, today }: DueProps) {
  if (row.due === null) return '–'
  const state = dueStateOf(row, today)
  return (
    <span className="ia-due num">
      {calendarDay(row.due)} {state === 'overdue' && <Badge tone="red">Overdue</Badge>}
      {state === 'soon' && <Badge tone="yellow">Soon</Badge>}
    </span>
  )
}

/** The own artefacts of a work product: how many there are, changed since the last exchange, are suspect. */
export function EvidenceCount({ evidence }: Pick<ComplianceRow, 'evidence'>) {
  if (evidence === null) return '–'
  const { total, changed, suspect } = evidence
  return (
    <span className="num">
      {total === 0 ? <span className="ia-faint">none</span> : total}
      {changed > 0 && <span className="ia-changed">{`, ${changed} changed`}</span>}
      {suspect > 0 && <span className="ia-changed">{`, ${suspect} suspect`}</span>}
    </span>
  )
}

function responsibleText({ responsible }: ComplianceRow): string {
  return responsible.map((side) => sideTexts[side]).join(', ') || 'nobody'
}

/** The columns of the rows, as the user's side sees them. */
export const columnsOf = (agreement: Agreement, today: string): readonly Column<ComplianceRow>[] => [
  { key: 'row', title: 'Id', width: 48, numeric: true, render: ({ row }) => <span className="ia-faint">{row}</span> },
  {
    key: 'title',
    title: 'Work product',
    width: 240,
    grow: 3,
    always: true,
    render: ({ title, is_tailored: isTailored }) => (
      <>
        {isTailored && <Badge tone="grey">Tailored</Badge>} {title}
      </>
    ),
    text: ({ title }) => title,
  },
  {
    key: 'reference',
    title: 'ISO reference',
    width: 108,
    priority: 4,
    render: ({ iso_reference: reference }) =>
      reference.startsWith('WP-') ? <span className="mono">{reference}</span> : '–',
    text: ({ iso_reference: reference }) => reference,
  },
  {
    key: 'responsible',
    title: 'Responsible',
    width: 148,
    render: ({ responsible }) =>
      responsible.length === 0 ? (
        <span className="ia-changed">nobody</span>
      ) : (
        responsible.map((side) => (
          <span key={side} className="ia-side">
            {side === agreement.side ? <b>You</b> : sideTexts[side]}
          </span>
        ))
      ),
    text: responsibleText,
  },
  {
    key: 'deliverable',
    title: 'Deliverable',
    width: 136,
    priority: 5,
    render: ({ deliverable_type: kind }) => kind || '–',
  },
  { key: 'cycle', title: 'Update', width: 84, priority: 6, render: ({ update_cycle: cycle }) => cycle || '–' },
  { key: 'status', title: 'Status', width: 116, priority: 2, render: FreeStatus, text: ({ status }) => status },
  {
    key: 'due',
    title: 'Due',
    width: 176,
    always: true,
    render: (row) => <DueDay row={row} today={today} />,
    text: ({ due }) => (due === null ? '' : calendarDay(due)),
  },
  {
    key: 'last',
    title: 'Last exchange',
    width: 224,
    grow: 1,
    priority: 3,
    render: ({ last }) => (last === null ? '–' : <LastExchange agreement={agreement} last={last} />),
    text: ({ last }) =>
      last === null
        ? ''
        : `${calendarDay(last.day)}, ${partyNameOf(agreement, last.side) ?? last.side}, ` +
          (last.has_receipt ? 'received' : 'no receipt yet'),
  },
  { key: 'evidence', title: 'Own evidence', width: 156, priority: 1, render: EvidenceCount },
]

interface LastExchangeProps {
  readonly agreement: Agreement
  readonly last: NonNullable<ComplianceRow['last']>
}

function LastExchange({ agreement, last: { side, day, has_receipt: hasReceipt } }: LastExchangeProps) {
  return (
    <>
      <span className="num">{calendarDay(day)}</span>{' '}
      <span className="ia-faint">{side === agreement.side ? 'you' : partyNameOf(agreement, side)}</span>{' '}
      {hasReceipt ? (
        <span className="ia-ok" title="Received">
          <TickIcon size={12} />
        </span>
      ) : (
        <span className="ia-faint">no receipt</span>
      )}
    </>
  )
}
