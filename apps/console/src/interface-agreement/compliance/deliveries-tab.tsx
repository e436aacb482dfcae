import { ExchangeIcon } from '@blueprintjs/icons'
import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import { type Delivery, listDeliveries } from '@carapace/shared/interface-agreement/row-details.contract'
import { useMemo } from 'react'
import { call } from '../../core/call/call.ts'
import { useGrowingList } from '../../core/call/use-growing-list.ts'
import { dateTime } from '../../core/format/format.ts'
import { type Column, ColumnChoice, DataTable } from '../../core/table/data-table.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { useRereadOn } from '../use-agreement.ts'
import { counted } from '../words.ts'
import { Receipt } from './receipt.tsx'

interface DeliveriesTabProps {
  readonly agreement: Agreement
  readonly exchange: number
  /** The row that is open beside the list. */
  readonly chosen: number | undefined
  readonly onOpen: (row: number) => void
}

const tableId = 'interface-agreement-deliveries'

const columnsOf = (agreement: Agreement): readonly Column<Delivery>[] => [
  { key: 'at', title: 'Handed over', width: 176, always: true, render: ({ at }) => dateTime(at) },
  {
    key: 'title',
    title: 'Work product',
    width: 240,
    grow: 3,
    always: true,
    render: ({ row, title }) => (
      <>
        <span className="num ia-faint">{row}</span> {title}
      </>
    ),
    text: ({ title }) => title,
  },
  {
    key: 'party',
    title: 'From',
    width: 200,
    grow: 1,
    render: ({ side, party, author }) => (
      <>
        {side === agreement.side ? <b>You</b> : party} <span className="ia-faint">{author}</span>
      </>
    ),
    text: ({ party, author }) => `${party}, ${author}`,
  },
  { key: 'kind', title: 'Deliverable', width: 136, priority: 3, render: ({ kind }) => kind },
  { key: 'version', title: 'Version', width: 96, priority: 4, render: ({ version }) => version || '–' },
  { key: 'files', title: 'Files', width: 64, numeric: true, priority: 5, render: ({ files }) => files.length },
  {
    key: 'evidence',
    title: 'Artefacts',
    width: 80,
    numeric: true,
    priority: 6,
    render: ({ evidence }) => evidence.length,
  },
  {
    key: 'receipt',
    title: 'Receipt',
    width: 240,
    grow: 1,
    render: (delivery) => <Receipt receipt={delivery.receipt} />,
    text: ({ receipt }) => receipt?.reason ?? '',
  },
]

/** What both sides handed over, the latest first. */
export function DeliveriesTab({ agreement, exchange, chosen, onOpen }: DeliveriesTabProps) {
  const { rows, problem, more, refetch, hasMore } = useGrowingList<Delivery>([listDeliveries.path, agreement.uuid], {
    request: async (cursor, signal) => {
      const input = { agreement_uuid: agreement.uuid, ...(cursor !== undefined && { cursor }) }
      const { deliveries, next_cursor: next } = await call(listDeliveries, input, signal ? { signal } : {})
      return { rows: deliveries, next }
    },
    idOf: ({ uuid }) => uuid,
  })
  useRereadOn(exchange, refetch)
  const columns = useMemo(() => columnsOf(agreement), [agreement])
  return (
    <div className="ia-main">
      <div className="c-toolbar">
        <span className="c-note">Each delivery with its receipt. The log cannot be changed.</span>
        <span className="c-toolbar-total num" role="status">
          {rows === undefined
            ? ''
            : counted(rows.length, 'delivery', 'deliveries') + (hasMore ? ' and earlier ones' : '')}
        </span>
        <ColumnChoice id={tableId} columns={columns} />
      </div>
      <DataTable
        id={tableId}
        label="Deliveries"
        columns={columns}
        rows={rows}
        keyOf={({ uuid }) => uuid}
        isSelected={({ row }) => row === chosen}
        onOpen={({ row }) => onOpen(row)}
        onEnd={more}
        {...(rows === undefined && problem !== undefined && { problem })}
        onRetry={refetch}
        empty={
          <EmptyState icon={<ExchangeIcon size={24} />} title="Nothing was handed over yet">
            Open a work product and hand it over, with its files and artefacts.
          </EmptyState>
        }
      />
    </div>
  )
}
