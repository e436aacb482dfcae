import { Button } from '@blueprintjs/core'
import { EnvelopeIcon, RefreshIcon } from '@blueprintjs/icons'
import {
  deliveredChannels,
  type DeliveredChannel,
  type DeliveryState,
  deliveryStates,
} from '@carapace/shared/notifications/notifications'
import { listNotificationDeliveries, type NotificationDelivery } from '@carapace/shared/notifications/targets.contract'
import { useState } from 'react'
import { call } from '../core/call/call.ts'
import { useGrowingList } from '../core/call/use-growing-list.ts'
import { dateTime, sentenceCase } from '../core/format/format.ts'
import { type Column, ColumnChoice, DataTable } from '../core/table/data-table.tsx'
import { EmptyState } from '../core/ui/empty-state.tsx'
import { FilterMenu } from '../core/ui/filter-menu.tsx'
import { SeverityGlyph } from '../core/ui/severity-glyph.tsx'
import { Badge, type Tone } from '../core/ui/status-badge.tsx'
import { channelWords, glyphOf, urgencyWords } from './words.ts'

const tones: Readonly<Record<DeliveryState, Tone>> = {
  QUEUED: 'grey',
  SENDING: 'purple',
  SENT: 'green',
  FAILED: 'red',
  SKIPPED: 'yellow',
}

const columns: readonly Column<NotificationDelivery>[] = [
  {
    key: 'at',
    title: 'Time',
    width: 170,
    render: ({ created_at: at }) => <span className="num">{dateTime(at)}</span>,
    text: ({ created_at: at }) => dateTime(at),
  },
  {
    key: 'notification',
    title: 'Notification',
    width: 280,
    grow: 2,
    always: true,
    render: ({ notification: { title, urgency } }) => (
      <>
        <SeverityGlyph severity={glyphOf[urgency]} label={urgencyWords[urgency]} /> {title}
      </>
    ),
    text: ({ notification: { title } }) => title,
  },
  { key: 'channel', title: 'Channel', width: 90, render: ({ channel }) => channelWords[channel] },
  {
    key: 'recipient',
    title: 'Recipient',
    width: 160,
    render: ({ recipient }) => recipient,
    text: ({ recipient }) => recipient,
  },
  {
    key: 'state',
    title: 'State',
    width: 90,
    always: true,
    render: ({ state }) => <Badge tone={tones[state]}>{sentenceCase(state)}</Badge>,
  },
  { key: 'attempts', title: 'Attempts', width: 80, numeric: true, priority: 3, render: ({ attempts }) => attempts },
  { key: 'why', title: 'Details', width: 240, grow: 3, priority: 1, render: detailsOf, text: detailsOf },
]

/** Why it was not sent, or when it is sent. */
function detailsOf({
  error,
  state,
  next_at: nextAt,
  sent_at: sentAt,
  is_digest: isDigest,
}: NotificationDelivery): string {
  const when =
    state === 'SENT' && sentAt !== null
      ? `sent ${dateTime(sentAt)}`
      : nextAt === null
        ? ''
        : `${isDigest ? 'in the collected mail of' : 'due'} ${dateTime(nextAt)}`
  return [error, when].filter(Boolean).join(' · ')
}

/** What was delivered to the user, or for administrators to everybody (rule NOTIFICATION-UI-8). */
export function LogTab() {
  const [state, setState] = useState<readonly DeliveryState[]>([])
  const [channel, setChannel] = useState<readonly DeliveredChannel[]>([])
  const query = { ...(state.length > 0 && { state: [...state] }), ...(channel.length > 0 && { channel: [...channel] }) }
  const { rows, problem, more, refetch } = useGrowingList<NotificationDelivery>(
    [listNotificationDeliveries.path, query],
    {
      request: async (cursor, signal) => {
        const page = await call(listNotificationDeliveries, { ...query, cursor, limit: 100 }, signal ? { signal } : {})
        return { rows: page.deliveries, next: page.next_cursor }
      },
      idOf: ({ uuid }) => uuid,
      refetchEveryMs: () => 10_000,
    },
  )
  return (
    <>
      <div className="c-toolbar">
        <FilterMenu
          name="State"
          choices={deliveryStates.map((word) => ({ word, text: sentenceCase(word) }))}
          chosen={state}
          onChoose={setState}
        />
        <FilterMenu
          name="Channel"
          choices={deliveredChannels.map((word) => ({ word, text: channelWords[word] }))}
          chosen={channel}
          onChoose={setChannel}
        />
        <span className="c-toolbar-total">
          <Button size="small" variant="minimal" icon={<RefreshIcon />} onClick={refetch}>
            Refresh
          </Button>
        </span>
        <ColumnChoice id="notification-deliveries" columns={columns} />
      </div>
      <DataTable
        id="notification-deliveries"
        label="Deliveries"
        columns={columns}
        rows={rows}
        keyOf={({ uuid }) => uuid}
        onEnd={more}
        {...(problem !== undefined && { problem })}
        onRetry={refetch}
        empty={
          <EmptyState icon={<EnvelopeIcon size={24} />} title="No deliveries">
            Mail and messages of notifications are listed here with their state.
          </EmptyState>
        }
      />
    </>
  )
}
