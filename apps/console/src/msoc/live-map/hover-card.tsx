import { age, fineAge, sentenceCase } from '../../core/format/format.ts'
import { HealthDot } from '../../core/ui/health-dot.tsx'
import { delayText, positionAgeAt } from '../vehicles/position-age.ts'
import { useLiveMap, useLiveMapState } from './live-map-context.ts'

/** A short summary of the vehicle under the pointer. */
export function HoverCard() {
  const { scene } = useLiveMap()
  const hover = useLiveMapState((state) => state.hover)
  if (!hover || !scene) return null
  const { seen, left, top } = hover
  const old = positionAgeAt(seen, scene.now())
  const delayed = delayText(seen)
  return (
    <div
      className="lm-hover"
      style={{
        left: `min(${Math.round(left + 16)}px, 100% - 248px)`,
        top: `min(${Math.round(top + 14)}px, 100% - 64px)`,
      }}
      aria-hidden
    >
      <span className="mono">{seen.vin}</span>
      <span className="lm-hover-line">
        <HealthDot health={seen.stale ? 'offline' : seen.health} />
        {sentenceCase(seen.health)}
        {seen.speedKph !== null && <span className="num">{Math.round(seen.speedKph)} km/h</span>}
        <span className={seen.stale ? 'num lm-bad' : 'num lm-faint'}>
          {seen.stale ? `stale ${age(old)}` : fineAge(old)}
        </span>
        {delayed !== '' && <span className="num lm-bad">{delayed}</span>}
      </span>
    </div>
  )
}
