import { plottedAtOnce } from '@carapace/shared/msoc/history/history'
import { PulseIcon } from '@blueprintjs/icons'
import { useMemo } from 'react'
import { age, number, useNow } from '../../../core/format/format.ts'
import type { Column } from '../../../core/table/columns.ts'
import { DataTable } from '../../../core/table/data-table.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { SearchField } from '../../../core/ui/search-field.tsx'
import { claimText, withUnit } from '../../signals/units.ts'
import { Panel } from '../panel.tsx'
import { plottedIn, toggledSignal } from '../search.ts'
import type { Signal } from '../use-live-vehicle.ts'
import type { TabProps } from '../tab-props.ts'
import { Plots } from './plots.tsx'

/** A signal that is silent for longer is stale, ms: signals arrive every few seconds, or when they change. */
const staleMs = 60_000

interface Row {
  readonly signal: Signal
  readonly silentMs: number
  readonly plotted: boolean
}

/** The latest values of all signals, and the selected signals over the window. */
export default function TelemetryTab({ vehicle, signals, search, go }: TabProps) {
  const now = useNow(1_000)
  const plotted = useMemo(() => plottedIn(search), [search])
  const rows = useMemo(() => rowsOf(signals, search.q, plotted, now), [signals, search.q, plotted, now])
  const columns = useMemo(
    () => columnsWith((path) => go(toggledSignal(search, path), true), plotted.length >= plottedAtOnce),
    [search, go, plotted],
  )

  return (
    <div className="vh-split vh-split-left">
      <Panel
        title="Latest values"
        className="vh-rows"
        tools={
          <>
            <span className="num">
              {rows.length === signals.length
                ? number(signals.length)
                : `${number(rows.length)} of ${number(signals.length)}`}
            </span>
            <SearchField
              value={search.q ?? ''}
              label="Filter signals"
              placeholder="Part of a path"
              onSearch={(q) => go({ ...search, q: q || undefined }, true)}
            />
          </>
        }
      >
        <DataTable
          id="vehicle-signals"
          label="Latest values"
          columns={columns}
          rows={rows}
          keyOf={({ signal }) => signal.path}
          onOpen={({ signal }) => go(toggledSignal(search, signal.path), true)}
          isStale={({ silentMs }) => silentMs > staleMs}
          rowHeight={28}
          empty={
            <EmptyState
              icon={<PulseIcon size={24} />}
              title={signals.length === 0 ? 'No telemetry yet' : 'No signals match'}
            >
              {signals.length === 0
                ? 'Signals appear here when the vehicle sends the first one.'
                : 'No path has these letters.'}
            </EmptyState>
          }
        />
      </Panel>
      <Plots
        vehicle={vehicle.vin}
        signals={signals}
        plotted={plotted}
        onTake={(path) => go(toggledSignal(search, path), true)}
      />
    </div>
  )
}

function rowsOf(signals: readonly Signal[], words: string | undefined, plotted: readonly string[], now: number): Row[] {
  const wanted = words?.toLowerCase()
  return signals
    .filter(({ path }) => wanted === undefined || path.toLowerCase().includes(wanted))
    .toSorted((a, b) => a.path.localeCompare(b.path))
    .map((signal) => ({
      signal,
      silentMs: Math.max(0, now - Date.parse(signal.ts)),
      plotted: plotted.includes(signal.path),
    }))
}

function columnsWith(toggle: (path: string) => void, full: boolean): readonly Column<Row>[] {
  return [
    {
      key: 'plot',
      title: 'Plot',
      width: 44,
      always: true,
      render: ({ signal: { path }, plotted }) => (
        <input
          type="checkbox"
          className="vh-check"
          checked={plotted}
          disabled={full && !plotted}
          tabIndex={-1}
          aria-label={`Plot ${path}`}
          onChange={() => toggle(path)}
        />
      ),
    },
    {
      key: 'path',
      title: 'Signal',
      width: 200,
      grow: 1,
      always: true,
      render: ({ signal }) => <Path path={signal.path} />,
      text: ({ signal }) => signal.path,
    },
    {
      key: 'value',
      title: 'Value',
      width: 112,
      numeric: true,
      always: true,
      render: ({ signal }) => <b className="vh-value">{valueText(signal)}</b>,
      text: valueTitle,
    },
    {
      key: 'age',
      title: 'Age',
      width: 88,
      numeric: true,
      render: ({ silentMs }) =>
        silentMs > staleMs ? <span className="vh-stale">stale {age(silentMs)}</span> : age(silentMs),
    },
  ]
}

/** A signal's path. The branch is context and is cut if there is too little room; the leaf is the name. */
function Path({ path }: { readonly path: string }) {
  const leaf = path.lastIndexOf('.') + 1
  return (
    <span className="vh-path">
      <span className="vh-faint">{path.slice(0, leaf)}</span>
      <span>{path.slice(leaf)}</span>
    </span>
  )
}

/** A value with the unit of its signal (rule VEHICLE-UI-17). */
function valueText({ path, value }: Pick<Signal, 'path' | 'value'>): string {
  if (value === null) return 'none'
  if (typeof value === 'string') return value
  const rounded = Math.abs(value) < 10 ? Math.round(value * 100) / 100 : value
  return claimText(path, value) ?? withUnit(number(rounded), path)
}

function valueTitle({ signal: { path, value } }: Row): string {
  return value === null || typeof value === 'string' ? (value ?? '') : withUnit(String(value), path)
}
