import { Button } from '@blueprintjs/core'
import { TimeConductor } from '../../core/time/time-conductor.tsx'
import { AlertStrip } from './alert-strip.tsx'
import { useLiveMapState } from './live-map-context.ts'
import { ReplayControls } from './replay-controls.tsx'
import { useReplay } from './use-replay.ts'
import './time-bar.css'

/** When the map is: now, or back then; and the alerts of the window. */
export function TimeBar() {
  const { enter, leave } = useReplay()
  const replaying = useLiveMapState(({ replay }) => replay !== undefined)
  return (
    <section className="lm-panel lm-time" aria-label="Time of the map" data-replaying={replaying}>
      <div className="lm-time-row">
        <span className="lm-modes" role="group" aria-label="Live or replay">
          <Button size="small" aria-pressed={!replaying} active={!replaying} onClick={() => replaying && leave()}>
            <i className="lm-dot" aria-hidden />
            Live
          </Button>
          <Button size="small" aria-pressed={replaying} active={replaying} onClick={() => replaying || enter()}>Replay</Button>
        </span>
        <AlertStrip />
        <TimeConductor />
      </div>
      {replaying && <ReplayControls />}
    </section>
  )
}
