import { Button } from '@blueprintjs/core'
import { FilterRemoveIcon, NotificationsIcon } from '@blueprintjs/icons'
import { notificationCategories, urgencies } from '@carapace/shared/core/notification-kinds'
import {
  acknowledgeNotification,
  markNotifications,
  type Notification,
} from '@carapace/shared/notifications/notifications.contract'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { call, messageOf } from '../core/call/call.ts'
import { useHotkeys } from '../core/hotkeys/hotkeys.ts'
import { EmptyState } from '../core/ui/empty-state.tsx'
import { FilterMenu } from '../core/ui/filter-menu.tsx'
import { Kbd } from '../core/ui/kbd.tsx'
import { Loaded } from '../core/ui/loaded.tsx'
import { SeverityGlyph } from '../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../core/ui/skeleton.tsx'
import { toast } from '../core/ui/toast.ts'
import type { PageProps } from './page-props.ts'
import { EscalationNote, NotificationLines } from './row.tsx'
import { placeOf, type Span, wordsIn } from './search.ts'
import { useHistory } from './use-history.ts'
import { categoryWords, glyphOf, urgencyWords } from './words.ts'

const spanChoices: readonly { readonly word: Span; readonly text: string }[] = [
  { word: 'hour', text: 'Last hour' },
  { word: 'day', text: 'Last day' },
  { word: 'week', text: 'Last week' },
]
const readChoices = [
  { word: 'unread', text: 'Unread' },
  { word: 'read', text: 'Read' },
] as const

/** The history of the user's notifications, with the keys of a queue (rules NOTIFICATION-UI-3, NOTIFICATION-UI-4). */
export function HistoryTab(props: PageProps) {
  const { search, category } = props
  const { rows, problem, more, refetch, change } = useHistory(search, category)
  const isFiltered = Boolean(search.category || search.urgency || search.read || search.since)
  return (
    <>
      <Filters {...props} />
      <Loaded
        what="Your notifications"
        data={rows}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={12} columns={['12px', '1fr', '80px']} rowHeight={49} />}
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <Nothing isFiltered={isFiltered} onClear={() => props.go({})} />
          ) : (
            <Rows rows={loaded} onEnd={more} change={change} />
          )
        }
      </Loaded>
    </>
  )
}

function Filters({ search, go, category }: PageProps) {
  const set = (some: Partial<typeof search>) => go({ ...search, ...some })
  return (
    <div className="c-toolbar">
      {category === undefined && (
        <FilterMenu
          name="Category"
          choices={notificationCategories.map((word) => ({ word, text: categoryWords[word] }))}
          chosen={wordsIn(search.category, notificationCategories)}
          onChoose={(chosen) => set({ category: chosen.join(',') || undefined })}
        />
      )}
      <FilterMenu
        name="Urgency"
        choices={urgencies.map((word) => ({
          word,
          text: urgencyWords[word],
          icon: <SeverityGlyph severity={glyphOf[word]} />,
        }))}
        chosen={wordsIn(search.urgency, urgencies)}
        onChoose={(chosen) => set({ urgency: chosen.join(',') || undefined })}
      />
      <FilterMenu
        name="Read"
        single
        choices={readChoices}
        chosen={search.read === undefined ? [] : [search.read]}
        onChoose={([chosen]) => set({ read: chosen })}
      />
      <FilterMenu
        name="Time"
        single
        choices={spanChoices}
        chosen={search.since === undefined ? [] : [search.since]}
        onChoose={([chosen]) => set({ since: chosen })}
      />
    </div>
  )
}

function Nothing({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  return isFiltered ? (
    <EmptyState
      icon={<FilterRemoveIcon size={24} />}
      title="No notifications match"
      action={
        <Button variant="outlined" onClick={onClear}>
          Clear the filters
        </Button>
      }
    />
  ) : (
    <EmptyState icon={<NotificationsIcon size={24} />} title="No notifications yet">
      Alerts, reviews and jobs that need you are listed here for 90 days. Choose under My rules what you are notified
      of.
    </EmptyState>
  )
}

interface RowsProps {
  readonly rows: readonly Notification[]
  readonly onEnd: () => void
  readonly change: (change: (rows: readonly Notification[]) => readonly Notification[]) => void
}

function Rows({ rows, onEnd, change }: RowsProps) {
  const [cursor, setCursor] = useState<string>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<VirtuosoHandle>(null)
  const navigate = useNavigate()
  const at = rows.findIndex(({ uuid }) => uuid === cursor)

  const move = (step: number) => {
    const next = Math.min(rows.length - 1, Math.max(0, at + step))
    setCursor(rows[next]?.uuid)
    list.current?.scrollIntoView({ index: next })
  }
  const mark = async (some: readonly Notification[], read: boolean) => {
    const uuids = some.map(({ uuid }) => uuid).slice(0, 200)
    if (uuids.length === 0) return
    try {
      await call(markNotifications, { uuids, read })
      const readAt = read ? new Date().toISOString() : null
      change((known) => known.map((one) => (uuids.includes(one.uuid) ? { ...one, read_at: readAt } : one)))
      setChosen(new Set())
    } catch (thrown) {
      toast.error(messageOf(thrown))
    }
  }
  const acknowledge = async ({ uuid }: Notification) => {
    try {
      const { notification } = await call(acknowledgeNotification, { uuid })
      change((known) => known.map((one) => (one.uuid === uuid ? notification : one)))
    } catch (thrown) {
      toast.error(messageOf(thrown))
    }
  }
  const toggle = (uuid: string) =>
    setChosen((before) =>
      before.has(uuid) ? new Set([...before].filter((one) => one !== uuid)) : new Set([...before, uuid]),
    )
  const selected = rows.filter(({ uuid }) => chosen.has(uuid))
  const here = rows[at]
  const readHere = () => void mark(selected.length > 0 ? selected : here ? [here] : [], true)

  useHotkeys([
    { keys: 'j', title: 'Next notification', group: 'Notifications', run: () => move(1) },
    { keys: 'k', title: 'Previous notification', group: 'Notifications', run: () => move(-1) },
    {
      keys: 'o',
      title: 'Open the notification',
      group: 'Notifications',
      run: () => {
        if (!here) return
        void mark([here], true)
        const { to, search } = placeOf(here.href)
        void navigate({ to, search: search as never })
      },
    },
    { keys: 'x', title: 'Select the notification', group: 'Notifications', run: () => here && toggle(here.uuid) },
    { keys: 'r', title: 'Mark as read', group: 'Notifications', run: readHere },
    {
      keys: 'a',
      title: 'Acknowledge',
      group: 'Notifications',
      run: () => here?.escalates_at && void acknowledge(here),
    },
  ])

  const rowOf = (one: Notification) => (
    <Row
      notification={one}
      isCursor={one.uuid === cursor}
      isChosen={chosen.has(one.uuid)}
      onCursor={() => setCursor(one.uuid)}
      onToggle={() => toggle(one.uuid)}
      onOpen={() => one.read_at === null && void mark([one], true)}
      onAcknowledge={() => void acknowledge(one)}
    />
  )

  return (
    <>
      <div className="nt-bulk" aria-live="polite">
        {selected.length > 0 ? (
          <>
            <b className="num">{selected.length} selected</b>
            <Button
              size="small"
              variant="outlined"
              endIcon={<Kbd keys="r" />}
              onClick={() => void mark(selected, true)}
            >
              Mark as read
            </Button>
            <Button size="small" variant="outlined" onClick={() => void mark(selected, false)}>
              Mark as unread
            </Button>
            <Button size="small" variant="minimal" onClick={() => setChosen(new Set())}>
              Clear the selection
            </Button>
          </>
        ) : (
          <Button
            size="small"
            variant="minimal"
            onClick={() => setChosen(new Set(rows.slice(0, 200).map(({ uuid }) => uuid)))}
          >
            Select all {rows.length} shown
          </Button>
        )}
      </div>
      <Virtuoso
        ref={list}
        className="nt-list"
        data={rows}
        initialItemCount={Math.min(rows.length, 20)}
        computeItemKey={(_, { uuid }) => uuid}
        endReached={onEnd}
        increaseViewportBy={320}
        itemContent={(_, one) => rowOf(one)}
      />
    </>
  )
}

interface RowProps {
  readonly notification: Notification
  readonly isCursor: boolean
  readonly isChosen: boolean
  readonly onCursor: () => void
  readonly onToggle: () => void
  readonly onOpen: () => void
  readonly onAcknowledge: () => void
}

function Row({ notification, isCursor, isChosen, onCursor, onToggle, onOpen, onAcknowledge }: RowProps) {
  const { title, category, escalates_at: escalatesAt } = notification
  return (
    <div
      className={['nt-row', isCursor && 'nt-cursor', isChosen && 'nt-chosen'].filter(Boolean).join(' ')}
      onClick={onCursor}
    >
      <input type="checkbox" aria-label={`Select ${title}`} checked={isChosen} onChange={onToggle} />
      <NotificationLines notification={notification} onOpen={onOpen} />
      <EscalationNote notification={notification} />
      <span className="nt-category">{categoryWords[category]}</span>
      {escalatesAt !== null && (
        <Button size="small" variant="outlined" onClick={onAcknowledge}>
          Acknowledge
        </Button>
      )}
    </div>
  )
}
