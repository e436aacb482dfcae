import { worstOf } from '../../marks.ts'
import { useBench, useAnalyzerState } from '../../bench.ts'

/** The buses of the frames, with a dot if a bus has an alert; a click shows only that bus. */
export function BusChips() {
  const { look, lookAt } = useBench()
  const summary = useAnalyzerState((state) => state.summary)
  const alerts = useAnalyzerState((state) => state.alerts)
  const buses = summary?.buses ?? []
  if (buses.length === 0) return null
  return (
    <span className="an-switch" role="group" aria-label="Bus">
      {buses.map(({ bus }) => {
        const worst = worstOf(alerts.filter((alert) => alert.bus === bus))
        const isShown = look.bus === bus || (look.bus === undefined && buses.length === 1)
        return (
          <button
            key={bus}
            type="button"
            aria-pressed={isShown}
            onClick={() => lookAt({ ...look, bus: look.bus === bus ? undefined : bus })}
          >
            {worst !== undefined && <i className={`an-dot an-dot-${worst}`} role="img" aria-label={`${worst} alert`} />}
            {bus === '' ? 'No bus named' : bus.toUpperCase()}
          </button>
        )
      })}
    </span>
  )
}
