import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { PlusIcon, SmallTickIcon, ZoomInIcon, ZoomOutIcon } from '@blueprintjs/icons'
import { keyOf } from '@carapace/shared/msoc/can/frame'
import { useMemo, useState } from 'react'
import { IconButton } from '../../../../core/ui/tooltip.tsx'
import { useBench, useAnalyzerState } from '../../bench.ts'
import type { Detail, Plot } from '../../engine/protocol.ts'
import { toggledPlot } from '../../search.ts'
import type { AlertMark } from '../../sources/feed.ts'
import { millis, signedSpan } from '../../times.ts'
import type { Span } from './paint.ts'
import { type Coloured, nameOf, SignalPlot } from './signal-plot.tsx'
import { TimingPlot } from './timing-plot.tsx'

/** The selectable time ranges on either side of the focused time, ms. */
const reaches = [50, 200, 500, 2_000, 10_000, 30_000] as const
const usualReach = 3

/** Charts of signals and of times between frames over the same time range, with one marker at the focused time. */
export function Pictures({ detail }: { readonly detail: Detail }) {
  const { focusTime } = useBench()
  const [reach, setReach] = useState<number>(usualReach)
  const span = useSpan(reaches[reach] ?? reaches[usualReach])
  const alert = useAlertAtFocusTime()
  return (
    <>
      <section className="an-picture" aria-label="Signals over time">
        <header className="an-picture-head">
          <h3>
            Signals, {signedSpan(span.from - span.origin)} to {signedSpan(span.to - span.origin)}
          </h3>
          <span className="an-picture-tools">
            <IconButton
              size="small"
              icon={<ZoomInIcon size={14} />}
              label="Look at less time"
              disabled={reach === 0}
              onClick={() => setReach(reach - 1)}
            />
            <IconButton
              size="small"
              icon={<ZoomOutIcon size={14} />}
              label="Look at more time"
              disabled={reach === reaches.length - 1}
              onClick={() => setReach(reach + 1)}
            />
          </span>
        </header>
        <Signals detail={detail} span={span} alert={alert} />
      </section>
      <section className="an-picture an-picture-timing" aria-label="Times between frames">
        <header className="an-picture-head">
          <h3>Time between frames, ms</h3>
          <span className="an-legend">
            {detail.cycle !== undefined && (
              <span>
                <i className="an-key-band" aria-hidden /> {bandText(detail.cycle)}
              </span>
            )}
            {detail.cycle !== undefined && (
              <span>
                <i className="an-key-outside" aria-hidden /> outside
              </span>
            )}
          </span>
        </header>
        <TimingPlot
          timing={detail.timing}
          cycle={detail.cycle}
          span={span}
          focusTime={focusTime}
          severity={alert?.severity}
        />
      </section>
    </>
  )
}

/** `learned 20.0 ± 1.0`, `DBC 20.0 ms`. */
function bandText({ ms, by, high }: NonNullable<Detail['cycle']>): string {
  return by === 'dbc' ? `DBC ${millis(ms)} ms` : `learned ${millis(ms)} ± ${millis(high - ms)}`
}

/** The range around the focused time; live, the range before the latest frame. */
function useSpan(reach: number): Span {
  const { focusTime } = useBench()
  const latest = useAnalyzerState(({ summary }) => summary?.to)
  return useMemo((): Span => {
    if (focusTime !== undefined) return { from: focusTime - reach, to: focusTime + reach, origin: focusTime }
    const to = latest ?? 0
    return { from: to - 2 * reach, to, origin: to }
  }, [focusTime, latest, reach])
}

/** The alert that was raised at the focused time. */
function useAlertAtFocusTime(): AlertMark | undefined {
  const { focusTime } = useBench()
  return useAnalyzerState(({ alerts }) =>
    alerts.find(({ from }) => focusTime !== undefined && Math.abs(from - focusTime) < sameMs),
  )
}

/** Tolerance between the time of an alert and of the frame that raised it, whatever rounding took place, ms. */
const sameMs = 2

interface SignalsProps {
  readonly detail: Detail
  readonly span: Span
  readonly alert: AlertMark | undefined
}

function Signals({ detail, span, alert }: SignalsProps) {
  const { focusTime } = useBench()
  const plots = useAnalyzerState((state) => state.plots)
  const coloured = useMemo(() => withColours(plots, detail), [plots, detail])
  return (
    <>
      <p className="an-legend an-plots-legend">
        {coloured.map(({ signal, unit, colour }) => (
          <Legend key={signal} signal={signal} unit={unit} colour={colour} />
        ))}
        <PlotMenu detail={detail} />
      </p>
      {coloured.length === 0 ? (
        <p className="an-quiet">
          {detail.signals.length === 0 ? 'Nothing of it can be plotted.' : 'No signal is plotted. Press + beside one.'}
        </p>
      ) : (
        <SignalPlot plots={coloured} span={span} focusTime={focusTime} alert={alert} />
      )}
    </>
  )
}

/** Assigns the colours: a signal of the selected message has its colour there; others get the remaining ones. */
function withColours(plots: readonly Plot[], { name, signals }: Detail): Coloured[] {
  const own = plots.map(({ signal }) => signals.find((each) => `${name}.${each.name}` === signal)?.colour)
  const free = [0, 1, 2, 3, 4].filter((colour) => !own.includes(colour))
  return plots.map((plot, index) => ({ ...plot, colour: own[index] ?? free.shift() ?? -1 }))
}

function Legend({ signal, unit, colour }: { readonly signal: string; readonly unit: string; readonly colour: number }) {
  const { look, lookAt, plotted } = useBench()
  return (
    <button
      type="button"
      className="an-legend-item"
      title="Take it off the plot"
      onClick={() => lookAt({ ...look, plot: toggledPlot(plotted, signal) }, true)}
    >
      <i className={`an-key-line an-c${colour}`} aria-hidden />
      {nameOf(signal)}
      {unit !== '' && `, ${unit}`}
    </button>
  )
}

/** A menu of further signals to plot from the same bus: first those of the selected message, then the others. */
function PlotMenu({ detail }: { readonly detail: Detail }) {
  const catalogue = useAnalyzerState(
    ({ catalogues }) => catalogues.find(({ bus }) => bus === detail.bus) ?? catalogues.find(({ bus }) => bus === ''),
  )
  const messages =
    catalogue?.messages.toSorted((a, b) => Number(isOwn(b.key, detail)) - Number(isOwn(a.key, detail))) ?? []
  if (messages.length === 0) return null
  const content = (
    <Menu className="c-filter-menu" aria-label="Plot a signal">
      {messages.map(({ name, key, signals }) => (
        <MenuItem key={key} text={name} roleStructure="menuitem">
          {signals.map((signal) => (
            <PlotChoice key={signal.name} signal={`${name}.${signal.name}`} unit={signal.unit} />
          ))}
        </MenuItem>
      ))}
    </Menu>
  )
  return (
    <PopoverNext content={content} placement="bottom-end" arrow={false} animation="minimal">
      <Button
        size="small"
        variant="minimal"
        icon={<PlusIcon size={14} />}
        aria-label="Plot a signal"
        aria-haspopup="menu"
      />
    </PopoverNext>
  )
}

const isOwn = (key: number, { id, ext }: Detail): boolean => key === keyOf(id, ext)

function PlotChoice({ signal, unit }: { readonly signal: string; readonly unit: string }) {
  const { look, lookAt, plotted } = useBench()
  const isPlotted = plotted.includes(signal)
  return (
    <MenuItem
      text={nameOf(signal)}
      label={unit}
      roleStructure="menuitem"
      aria-current={isPlotted}
      icon={isPlotted ? <SmallTickIcon /> : undefined}
      shouldDismissPopover={false}
      onClick={() => lookAt({ ...look, plot: toggledPlot(plotted, signal) }, true)}
    />
  )
}
