import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../core/call/call.ts'
import { ErrorState } from '../../../core/ui/error-state.tsx'
import { untilLoaded } from '../../../core/call/until-loaded.ts'
import type { FleetSceneOptions } from './fleet-scene.ts'

interface FleetMapProps {
  /** How many vehicles there are; the map opens once that is known. */
  readonly vehicles: number | undefined
  /** How much larger than on a desk everything is drawn; 1 unless told. */
  readonly scale?: () => number
  /** City names, which are as large as a desk needs them. */
  readonly names?: boolean
}

/** A fleet up to this size is drawn vehicle by vehicle. */
const mostDots = 5_000

const defaultScale = () => 1

/** The fleet on a small map that follows it by itself. */
export function FleetMap({ vehicles, scale = defaultScale, names = true }: FleetMapProps) {
  const container = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [problem, setProblem] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const known = vehicles !== undefined
  const clusters = (vehicles ?? 0) > mostDots

  useEffect(() => {
    if (!known || !container.current || !canvas.current) return
    if (!document.createElement('canvas').getContext('webgl2'))
      return setProblem('This browser cannot draw it: WebGL 2 is switched off or missing.')
    return openWhenLoaded({
      container: container.current,
      canvas: canvas.current,
      scale,
      names,
      clusters,
      onProblem: setProblem,
    })
  }, [known, clusters, scale, names, attempt])

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
 * The map's library comes when a map is to be shown: it is as large as all the rest. While the server is away it is
 * waited for (rule MAP-UI-62).
 */
function openWhenLoaded(options: FleetSceneOptions): () => void {
  let left = false
  let close: (() => void) | undefined
  const waits = (problem: unknown) => left || options.onProblem(messageOf(problem))
  untilLoaded(() => import('./fleet-scene.ts'), waits).then(({ openFleetScene }) => {
    if (left) return
    options.onProblem(undefined)
    close = openFleetScene(options).close
  }, waits)
  return () => {
    left = true
    close?.()
  }
}
