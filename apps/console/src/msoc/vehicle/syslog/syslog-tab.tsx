import { ConsoleIcon, PauseIcon, PlayIcon } from '@blueprintjs/icons'
import { listSyslog, syslogChannel } from '@carapace/shared/msoc/history/history.contract'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { clockWithSeconds, dateTime, number } from '../../../core/format/format.ts'
import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { live } from '../../../core/live/live.ts'
import type { Column } from '../../../core/table/columns.ts'
import { ColumnChoice, DataTable } from '../../../core/table/data-table.tsx'
import { type TimeWindow, useTimeWindow } from '../../../core/time/conductor.ts'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { FilterMenu } from '../../../core/ui/filter-menu.tsx'
import { SearchField } from '../../../core/ui/search-field.tsx'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import { Panel } from '../panel.tsx'
import { usePages } from '../../../core/call/use-pages.ts'
import type { TabProps } from '../tab-props.ts'
import { emptyTail, extended, hostOf, levels, mostLines, type Numbered, passes, type Tail } from './tail.ts'

/** The console's severity colours of the syslog severities. */
const tones = ['critical', 'critical', 'critical', 'high', 'medium', 'low', 'info', 'info'] as const

const columns: readonly Column<Numbered>[] = [
  {
    key: 'ts',
    title: 'Time',
    width: 196,
    always: true,
    render: ({ line: { ts } }) => (
      <span className="num">
        {dateTime(ts).split(',')[0]}, {clockWithSeconds(ts)}
      </span>
    ),
    text: ({ line }) => line.ts,
  },
  {
    key: 'severity',
    title: 'Severity',
    width: 92,
    always: true,
    render: ({ line: { severity } }) => (
      <span className={`c-sev-${tones[severity] ?? 'info'}`}>{levels[severity] ?? severity}</span>
    ),
  },
  {
    key: 'host',
    title: 'Host',
    width: 152,
    priority: 3,
    render: ({ line }) => hostOf(line),
    text: ({ line }) => hostOf(line),
  },
  {
    key: 'app',
    title: 'App',
    width: 112,
    priority: 2,
    render: ({ line: { app_name: app, proc_id: process } }) => `${app ?? ''}${process === null ? '' : `[${process}]`}`,
    text: ({ line }) => line.app_name ?? '',
  },
  {
    key: 'message',
    title: 'Message',
    width: 320,
    grow: 1,
    mono: true,
    always: true,
    render: ({ line }) => line.message,
    text: ({ line }) => line.message,
  },
  { key: 'facility', title: 'Facility', width: 72, numeric: true, extra: true, render: ({ line }) => line.facility },
  { key: 'msgid', title: 'Message id', width: 104, extra: true, render: ({ line }) => line.msg_id ?? '' },
]

/** The vehicle's log, newest first: a tail if live, the stored lines of a fixed window. */
export default function SyslogTab(props: TabProps) {
  const window = useTimeWindow()
  return window.live ? <LiveLog {...props} /> : <StoredLog {...props} window={window} />
}

function LiveLog({ vehicle, search, go }: TabProps) {
  const [paused, setPaused] = useState(false)
  const tail = useTail(vehicle.vin, paused)
  const shown = useMemo(
    () => tail.lines.filter(({ line }) => passes(line, search.level, search.q)),
    [tail.lines, search.level, search.q],
  )
  useHotkeys([{ keys: 'p', title: 'Pause the tail', group: 'Vehicle', run: () => setPaused(!paused) }])
  const gone = tail.count - tail.lines.length
  return (
    <LogPanel
      search={search}
      go={go}
      lines={shown}
      why={tail.count === 0 ? 'Lines appear here as the vehicle sends them.' : undefined}
      tools={
        <>
          <span className="num" role="status">
            {number(shown.length)} of {number(tail.lines.length)} lines{gone > 0 && `, ${number(gone)} older removed`}
            {paused && ', paused'}
          </span>
          <span className={tail.dropped > 0 ? 'vh-stale num' : 'num'}>Dropped {number(tail.dropped)}</span>
          <IconButton
            icon={paused ? <PlayIcon /> : <PauseIcon />}
            label={paused ? 'Go on' : 'Pause'}
            keys="p"
            size="small"
            onClick={() => setPaused(!paused)}
          />
        </>
      }
    />
  )
}

/**
 * The latest lines; while paused, new lines wait, and the same limit applies to them (rules VEHICLE-UI-10,
 * VEHICLE-UI-13).
 */
function useTail(vehicle: string, paused: boolean): Tail {
  const [tail, setTail] = useState(emptyTail)
  const now = useRef(emptyTail)
  const held = useRef(paused)

  useEffect(() => {
    held.current = paused
    if (!paused) setTail(now.current)
  }, [paused])

  useEffect(() => {
    now.current = emptyTail
    const feed = live(syslogChannel, { vehicle }).subscribe((message) => {
      // a snapshot after a lost connection may repeat lines that are already here
      if (message.op === 'snapshot')
        now.current = extended({ ...emptyTail, dropped: now.current.dropped }, message.data.events)
      else if (message.op === 'changes') now.current = extended(now.current, message.data)
      else if (message.op === 'gap') now.current = { ...now.current, dropped: now.current.dropped + message.dropped }
      if (!held.current) setTail(now.current)
    })
    return () => feed.unsubscribe()
  }, [vehicle])

  return tail
}

function StoredLog({ vehicle, search, go, window: { from, to } }: TabProps & { readonly window: TimeWindow }) {
  const { level, q } = search
  const query = {
    vehicle: vehicle.vin,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    order: 'newest' as const,
    limit: 500,
    ...(q !== undefined && { q }),
    ...(level !== undefined && { severity: level }),
  }
  const { rows, problem, more, retry } = usePages([listSyslog.path, query], async (cursor, signal) => {
    const answer = await call(listSyslog, { ...query, ...(cursor !== undefined && { cursor }) }, { signal })
    return { rows: answer.events, next: answer.next_cursor }
  })
  const lines = useMemo(() => rows?.slice(0, mostStored).map((line, index) => ({ key: String(index), line })), [rows])
  const full = (rows?.length ?? 0) >= mostStored
  return (
    <LogPanel
      search={search}
      go={go}
      lines={lines}
      problem={rows === undefined ? problem : undefined}
      onRetry={retry}
      onEnd={full ? undefined : more}
      tools={
        <span className="num">
          {lines &&
            `${number(lines.length)} lines${full ? `, narrow the window for more than ${number(mostStored)}` : ''}`}
        </span>
      }
    />
  )
}

/** Maximum number of stored lines shown: this view is for reading a window, not for archiving it. */
const mostStored = 4 * mostLines

interface LogPanelProps extends Pick<TabProps, 'search' | 'go'> {
  readonly lines: readonly Numbered[] | undefined
  readonly tools: ReactNode
  readonly why?: string | undefined
  readonly problem?: string | undefined
  readonly onRetry?: () => void
  readonly onEnd?: (() => void) | undefined
}

const levelChoices = levels
  .map((text, level) => ({ word: String(level), text: level === 7 ? 'All' : `${text} or more severe` }))
  .slice(0, 7)

function LogPanel({ search, go, lines, tools, why, problem, onRetry, onEnd }: LogPanelProps) {
  const filtered = search.q !== undefined || search.level !== undefined
  return (
    <Panel
      title="Syslog"
      className="vh-rows vh-fill"
      tools={
        <>
          {tools}
          <ColumnChoice id="vehicle-syslog" columns={columns} />
        </>
      }
    >
      <div className="vh-bar" role="search" aria-label="Log lines">
        <SearchField
          value={search.q ?? ''}
          label="Filter lines"
          placeholder="Words, app, host"
          onSearch={(q) => go({ ...search, q: q || undefined }, true)}
        />
        <FilterMenu
          single
          name="Severity"
          choices={levelChoices}
          chosen={search.level === undefined ? [] : [String(search.level)]}
          onChoose={([level]) => go({ ...search, level: level === undefined ? undefined : Number(level) })}
        />
      </div>
      <DataTable
        id="vehicle-syslog"
        label="Log lines"
        columns={columns}
        rows={lines}
        keyOf={({ key }) => key}
        severityOf={({ line }) => (line.severity <= 2 ? 'critical' : line.severity === 3 ? 'high' : undefined)}
        rowHeight={28}
        {...(problem !== undefined && { problem })}
        {...(onRetry && { onRetry })}
        {...(onEnd && { onEnd })}
        empty={
          <EmptyState icon={<ConsoleIcon size={24} />} title={filtered ? 'No lines match' : 'No lines'}>
            {why ?? (filtered ? 'Nothing passes these filters.' : 'The vehicle sent no log in this window.')}
          </EmptyState>
        }
      />
    </Panel>
  )
}
