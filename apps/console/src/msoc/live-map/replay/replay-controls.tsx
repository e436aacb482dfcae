import { Button, HTMLSelect } from '@blueprintjs/core'
import { PauseIcon, PlayIcon } from '@blueprintjs/icons'
import { type KeyboardEvent, useMemo } from 'react'
import { number } from '../../../core/format/format.ts'
import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import { partOf } from '../time-bar/histogram.ts'
import { useLiveMap, useLiveMapState } from '../live-map-context.ts'
import { dateTimeText } from '../date-time-text.ts'
import type { ReplayMark } from './replay-alerts.ts'
import { type ReplayState, type Speed, speeds } from './replay-state.ts'
import { useReplay } from './use-replay.ts'

/** The play button, the current time, and the slider with the raised alerts. */
export function ReplayControls() {
  const replay = useLiveMapState((state) => state.replay)
  const { scene } = useLiveMap()
  const { leave } = useReplay()
  const toggle = () => scene?.replay.play(!replay?.playing)
  useHotkeys([
    { keys: 'p', title: 'Play or pause the replay', group: 'Live map', run: toggle },
    {
      keys: ',',
      title: 'Replay: one step back',
      group: 'Live map',
      run: () => replay && scene?.replay.seek(replay.at - replay.stepMs),
    },
    {
      keys: '.',
      title: 'Replay: one step on',
      group: 'Live map',
      run: () => replay && scene?.replay.seek(replay.at + replay.stepMs),
    },
    { keys: 'l', title: 'Back to live', group: 'Live map', run: leave },
  ])
  if (!replay) return null
  return (
    <div className="lm-replay">
      <span className="lm-play">
        <IconButton
          icon={replay.playing ? <PauseIcon /> : <PlayIcon />}
          label={replay.playing ? 'Pause' : 'Play'}
          keys="p"
          onClick={toggle}
          disabled={replay.phase !== 'ready' || replay.vehicles === 0}
        />
        <HTMLSelect
          minimal
          aria-label="Speed"
          value={replay.speed}
          options={speeds.map((speed) => ({ value: speed, label: `${speed}×` }))}
          onChange={(event) => scene?.replay.setSpeed(Number(event.currentTarget.value) as Speed)}
        />
      </span>
      {replay.phase === 'failed' ? (
        <Failed problem={replay.problem ?? ''} />
      ) : (
        <Slider replay={replay} onToggle={toggle} />
      )}
      <strong className="num lm-moment">Replay · {dateTimeText(replay.at)}</strong>
      <ReplayNote replay={replay} />
    </div>
  )
}

function Failed({ problem }: { readonly problem: string }) {
  const { scene } = useLiveMap()
  return (
    <p className="lm-slider lm-none" role="alert">
      The replay did not load: {problem}{' '}
      <Button size="small" onClick={() => scene?.replay.retry()}>
        Try again
      </Button>
    </p>
  )
}

/** What the replay does not show, or why it is empty. */
function ReplayNote({ replay: { phase, vehicles, total, marks, alerts, of } }: { readonly replay: ReplayState }) {
  if (phase === 'loading')
    return (
      <p className="lm-note" role="status">
        Loading where {of ?? 'vehicles'} went…
      </p>
    )
  if (phase === 'failed') return null
  if (vehicles === 0)
    return (
      <p className="lm-note" role="status">
        {of === undefined ? 'No vehicle in view' : of} reported a position in this window. Choose another window or part
        of the map.
      </p>
    )
  const cut = [
    total > vehicles ? `${number(vehicles)} of ${number(total)} vehicles that moved here` : '',
    alerts > marks.length && alerts >= 500 ? `${number(marks.length)} of ${number(alerts)} alerts marked` : '',
  ].filter(Boolean)
  return (
    <p className="lm-note num" role="status">
      {cut.length > 0
        ? `Shows ${cut.join(', ')}. A shorter window or a smaller part of the map shows all.`
        : of === undefined
          ? `${number(vehicles)} ${vehicles === 1 ? 'vehicle' : 'vehicles'}`
          : of}
    </p>
  )
}

interface SliderProps {
  readonly replay: ReplayState
  readonly onToggle: () => void
}

/**
 * The window as a slider: arrow keys step, Page keys step further, Home and End jump to the ends, space plays (rule
 * MAP-UI-57).
 */
function Slider({ replay, onToggle }: SliderProps) {
  const { scene } = useLiveMap()
  const { from, to, at, stepMs, marks } = replay
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ' ') onToggle()
    else {
      const wanted = afterKey(event.key, replay, stepMs)
      if (wanted === undefined) return
      scene?.replay.seek(wanted)
    }
    event.preventDefault()
  }
  return (
    <div className="lm-slider">
      <span className="lm-slider-track">
        <i style={{ width: `${partOf(at, replay) * 100}%` }} />
      </span>
      <input
        type="range"
        aria-label="Replay time"
        aria-valuetext={dateTimeText(at)}
        min={from}
        max={to}
        step="any"
        value={at}
        onChange={(event) => scene?.replay.seek(Number(event.currentTarget.value))}
        onKeyDown={onKeyDown}
      />
      <Marks marks={marks} from={from} to={to} />
    </div>
  )
}

/** The time that a key moves to from the current time; undefined for other keys. */
function afterKey(key: string, { from, to, at }: ReplayState, stepMs: number): number | undefined {
  const leap = (to - from) / 20
  const goals: Readonly<Record<string, number>> = {
    ArrowRight: at + stepMs,
    ArrowUp: at + stepMs,
    ArrowLeft: at - stepMs,
    ArrowDown: at - stepMs,
    PageUp: at + leap,
    PageDown: at - leap,
    Home: from,
    End: to,
  }
  return goals[key]
}

/**
 * Maximum number of marks. Closer marks overlap: the most severe is drawn last, and all can be reached in the vehicle's
 * drawer.
 */
const mostMarks = 200

function Marks({
  marks,
  from,
  to,
}: {
  readonly marks: readonly ReplayMark[]
  readonly from: number
  readonly to: number
}) {
  const { scene } = useLiveMap()
  const drawn = useMemo(() => marks.slice(-mostMarks), [marks])
  return (
    <span className="lm-marks">
      {drawn.map(
        ({ alert, at }) =>
          at >= from &&
          at <= to && (
            <button
              key={alert.uuid}
              type="button"
              tabIndex={-1}
              className={`lm-mark lm-mark-${alert.severity}`}
              style={{ left: `${partOf(at, { from, to }) * 100}%` }}
              aria-label={`${alert.title}, ${dateTimeText(at)}`}
              title={`${alert.title} · ${alert.vehicle?.vin ?? ''} · ${dateTimeText(at)}`}
              onClick={() => scene?.replay.seek(at)}
            />
          ),
      )}
    </span>
  )
}
