import { Button } from '@blueprintjs/core'
import { ArrowRightIcon, PauseIcon, PlayIcon, TickCircleIcon } from '@blueprintjs/icons'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { Link } from '@tanstack/react-router'
import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { useStore } from 'zustand'
import { age, number, useNow, zonedDateTime } from '../../../core/format/format.ts'
import type { TimeRange } from '../../../core/time/conductor.ts'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { ErrorState } from '../../../core/ui/error-state.tsx'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { StatusBadge } from '../../../core/ui/status-badge.tsx'
import { IconButton, Tooltip } from '../../../core/ui/tooltip.tsx'
import { useStaleMs } from '../data/use-stale.ts'
import { latestFirst } from '../feed/alert-book.ts'
import { type AlertFeed, type AlertFeedState, openAlertFeed } from '../feed/alert-feed.ts'
import { alertsNow } from '../links.ts'
import { Panel } from './panel.tsx'

/**
 * Open alerts as they are raised. Rows keep their positions while the user points at them, or has paused the feed (rule
 * DASHBOARD-UI-8).
 */
export function FeedPanel({ range }: { readonly range: TimeRange }) {
  const feed = useFeed()
  return feed ? (
    <Feed feed={feed} range={range} />
  ) : (
    <Panel title="Alert feed" area="feed" link={alertsNow(range)}>
      <Skeleton />
    </Panel>
  )
}

function useFeed(): AlertFeed | undefined {
  const [feed, setFeed] = useState<AlertFeed>()
  useEffect(() => {
    const opened = openAlertFeed({ order: latestFirst, sort: 'newest' })
    setFeed(opened)
    return opened.close
  }, [])
  return feed
}

function Feed({ feed, range }: { readonly feed: AlertFeed; readonly range: TimeRange }) {
  const [paused, setPaused] = useState(false)
  const [pointed, setPointed] = useState(false)
  const [scrolled, setScrolled] = useState(false)
  const list = useRef<VirtuosoHandle>(null)
  const state = useStore(feed)
  useEffect(() => feed.hold(paused || pointed || scrolled), [feed, paused, pointed, scrolled])

  const showNew = () => {
    feed.show()
    list.current?.scrollToIndex(0)
  }
  const pause = { icon: paused ? <PlayIcon /> : <PauseIcon />, label: paused ? 'Go on' : 'Pause the feed' }
  return (
    <Panel
      title="Alert feed"
      area="feed"
      link={alertsNow(range)}
      headExtra={
        <>
          <News count={state.book.held.length} onShow={showNew} />
          <IconButton {...pause} size="small" active={paused} onClick={() => setPaused(!paused)} />
          <Tooltip text="All open alerts">
            <Link {...alertsNow(range)} className="bp6-button bp6-minimal bp6-small" aria-label="All open alerts">
              <ArrowRightIcon />
            </Link>
          </Tooltip>
        </>
      }
    >
      <div className="db-feed" onPointerEnter={() => setPointed(true)} onPointerLeave={() => setPointed(false)}>
        <Rows state={state} feed={feed} range={range} list={list} onScrolled={setScrolled} />
      </div>
    </Panel>
  )
}

function News({ count, onShow }: { readonly count: number; readonly onShow: () => void }) {
  return (
    <span aria-live="polite">
      {count > 0 && <Button className="db-news num" size="small" onClick={onShow} text={`${number(count)} new`} />}
    </span>
  )
}

interface RowsProps {
  readonly state: AlertFeedState
  readonly feed: AlertFeed
  readonly range: TimeRange
  readonly list: RefObject<VirtuosoHandle | null>
  readonly onScrolled: (scrolled: boolean) => void
}

function Rows({ state: { phase, problem, book }, feed, range, list, onScrolled }: RowsProps) {
  const stale = useStaleMs() !== undefined
  if (phase === 'loading') return <Skeleton />
  if (phase === 'failed')
    return (
      <ErrorState title="The alert feed did not load" onRetry={feed.reload}>
        {problem}
      </ErrorState>
    )
  if (book.shown.length === 0 && book.held.length === 0) {
    return (
      <EmptyState icon={<TickCircleIcon size={24} />} title="No open alerts">
        New alerts show up here by themselves.
      </EmptyState>
    )
  }
  return (
    <Virtuoso
      ref={list}
      className={stale ? 'db-old' : ''}
      data={book.shown}
      context={range}
      fixedItemHeight={28}
      computeItemKey={(_index, alert) => alert.uuid}
      itemContent={rowOf}
      increaseViewportBy={140}
      atTopStateChange={(top) => onScrolled(!top)}
      components={parts}
    />
  )
}

const parts = {
  List: ({ context: _context, ...props }: { readonly context: TimeRange }) => (
    <div {...props} role="list" aria-label="Open alerts, the latest first" />
  ),
  Item: ({ item, context: _context, ...props }: { readonly item: Alert; readonly context: TimeRange }) => (
    <div {...props} role="listitem" data-severity={item.severity} />
  ),
}
const rowOf = (_index: number, alert: Alert, range: TimeRange) => <FeedRow alert={alert} range={range} />

const FeedRow = memo(function FeedRow({ alert, range }: { readonly alert: Alert; readonly range: TimeRange }) {
  const unread = alert.acknowledged_at === null
  return (
    <Link
      {...alertsNow(range, { alert: alert.uuid })}
      className={`db-row db-alert db-tint-${alert.severity}${unread ? ' db-unread' : ''}`}
      title={alert.title}
    >
      <SeverityGlyph severity={alert.severity} label={alert.severity} />
      <span className="db-cut">{alert.title}</span>
      <span className="mono db-faint" title={alert.vehicle?.vin}>
        {alert.vehicle ? `…${alert.vehicle.vin.slice(-5)}` : '–'}
      </span>
      <StatusBadge status={alert.status} />
      <Age seen={alert.last_seen} raised={alert.raised_at} />
    </Link>
  )
})

/** When it was last seen, as in the queue (rule DASHBOARD-UI-8). */
function Age({ seen, raised }: { readonly seen: string; readonly raised: string }) {
  const now = useNow(1_000)
  return (
    <span className="num db-faint db-right" title={`Last seen ${zonedDateTime(seen)}, raised ${zonedDateTime(raised)}`}>
      {age(now - Date.parse(seen))}
    </span>
  )
}

function Skeleton() {
  return <SkeletonRows rows={20} rowHeight={28} columns={['12px', '4fr', '1fr', '1fr', '40px']} />
}
