import { useCallback, useRef } from 'react'
import { liveAgain, wordOf } from '../../../core/time/range.ts'
import { useTimeRange } from '../../../core/time/conductor.ts'
import { AnalyzerScreen } from '../../analyzer/analyzer-screen.tsx'
import type { AnalyzerLook } from '../../analyzer/search.ts'
import { useVehicleSource } from '../../analyzer/use-vehicle-source.ts'
import type { TabProps } from '../tab-props.ts'

/** The vehicle's buses frame by frame, live or at a recorded time. */
export default function AnalyzerTab({ vehicle, search, go }: TabProps) {
  const { range } = useTimeRange()
  const source = useVehicleSource(vehicle.vin, search.at, range)
  const latest = useRef(search)
  latest.current = search
  const lookAt = useCallback((look: AnalyzerLook, replace = false) => go({ ...latest.current, ...look }, replace), [go])
  const onLive = () => go({ ...search, at: undefined, span: undefined, time: wordOf(liveAgain(range)) })
  return <AnalyzerScreen source={source} look={search} lookAt={lookAt} onLive={onLive} />
}
