import { Button } from '@blueprintjs/core'
import { TimelineBarChartIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { useLiveStatus } from '../../../core/live/live.ts'
import { TimeConductor } from '../../../core/time/time-conductor.tsx'
import { AlertStrip } from './alert-strip.tsx'
import { useLiveMapState } from '../live-map-context.ts'
import { ReplayControls } from '../replay/replay-controls.tsx'
import { useReplay } from '../replay/use-replay.ts'
import './time-bar.css'

/** The bar with the map's time, live or past, and the alerts of the window, which on a phone a button shows. */
export function TimeBar() {
  const { enter, leave } = useReplay()
  const replaying = useLiveMapState(({ replay }) => replay !== undefined)
  const connection = useLiveStatus((status) => status.state)
  const [open, setOpen] = useState(false)
  return (
    <section className="lm-panel lm-time" aria-label="Time of the map" data-replaying={replaying} data-open={open}>
      <div className="lm-time-row">
        <span className="lm-modes" role="group" aria-label="Live or replay">
          <Button size="small" aria-pressed={!replaying} active={!replaying} onClick={() => replaying && leave()}>
            <i className="lm-dot" data-connection={connection} aria-hidden />
            Live
          </Button>
          <Button size="small" aria-pressed={replaying} active={replaying} onClick={() => replaying || enter()}>
            Replay
          </Button>
        </span>
        <AlertStrip />
        <Button
          className="lm-strip-button"
          variant="minimal"
          icon={<TimelineBarChartIcon />}
          active={open}
          aria-expanded={open}
          aria-label="Alerts over time"
          onClick={() => setOpen(!open)}
        />
        <TimeConductor />
      </div>
      {replaying && <ReplayControls />}
    </section>
  )
}
