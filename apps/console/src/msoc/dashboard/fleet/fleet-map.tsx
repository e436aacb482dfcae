import { listVehicles } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../core/call/call.ts'
import { ErrorState } from '../../../core/ui/error-state.tsx'
import { usePolledEndpoint } from '../../../core/call/use-polled.ts'
import { untilLoaded } from '../../../core/call/until-loaded.ts'
import type { FleetScene, FleetSceneOptions } from './fleet-scene.ts'

interface FleetMapProps {
  /** The number of vehicles; the map opens once it is known. */
  readonly vehicles: number | undefined
  /** The scale of the drawing relative to a desktop screen; by default 1. */
  readonly scale?: () => number
}

/** Maximum size of a fleet that is drawn vehicle by vehicle. */
const mostDots = 5_000

/** Interval at which the map is fitted to the fleet, which moves over the hours. */
const fitEveryMs = 10 * 60_000

const defaultScale = () => 1

/** The fleet on a small map that follows it automatically. */
export function FleetMap({ vehicles, scale = defaultScale }: FleetMapProps) {
  const container = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [problem, setProblem] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const [scene, setScene] = useState<FleetScene>()
  const known = vehicles !== undefined
  const fleet = usePolledEndpoint(listVehicles, { limit: 300 }, { everyMs: fitEveryMs, enabled: known }).data
  const clusters = (vehicles ?? 0) > mostDots

  useEffect(() => {
    if (!known || !container.current || !canvas.current) return
    if (!document.createElement('canvas').getContext('webgl2'))
      return setProblem('This browser cannot draw it: WebGL 2 is switched off or missing.')
    return openWhenLoaded(
      { container: container.current, canvas: canvas.current, scale, clusters, onProblem: setProblem },
      setScene,
    )
  }, [known, clusters, scale, attempt])
  useEffect(() => {
    if (fleet) scene?.fit(fleet.vehicles)
  }, [scene, fleet])

  const retry = () => {
    setProblem(undefined)
    setAttempt(attempt + 1)
  }
  return (
    <div className="db-map">
      <div ref={container} className="db-map-base" />
      <canvas ref={canvas} className="db-map-fleet" aria-hidden />
      {problem !== undefined && (
        <div className="db-map-problem">
          <ErrorState title="The map did not load" onRetry={retry}>
            {problem}
          </ErrorState>
        </div>
      )}
    </div>
  )
}

/**
 * Opens the map after its library is loaded, which is as large as all other code. While the server is not reachable,
 * loading waits (rule MAP-UI-62).
 */
function openWhenLoaded(options: FleetSceneOptions, onScene: (scene: FleetScene | undefined) => void): () => void {
  let left = false
  let scene: FleetScene | undefined
  const waits = (problem: unknown) => left || options.onProblem(messageOf(problem))
  untilLoaded(() => import('./fleet-scene.ts'), waits).then(({ openFleetScene }) => {
    if (left) return
    options.onProblem(undefined)
    scene = openFleetScene(options)
    onScene(scene)
  }, waits)
  return () => {
    left = true
    scene?.close()
    onScene(undefined)
  }
}
