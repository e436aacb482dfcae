import type { Cycle } from '../engine/cycle.ts'
import { stripOf } from './strip.ts'

interface TimingStripProps {
  readonly intervals: Float32Array
  readonly expected: Cycle | undefined
  readonly period: number | undefined
  readonly isOff: boolean
}

const size = { width: 148, height: 16 }

/** The last times between frames as ticks, over the band of the expected cycle. */
export function TimingStrip(props: TimingStripProps) {
  const strip = stripOf(props, size.width)
  if (strip === undefined) return <span className="an-faint">no cycle</span>
  return (
    <svg
      className={props.isOff ? 'an-strip an-strip-off' : 'an-strip'}
      viewBox={`0 0 ${size.width} ${size.height}`}
      width={size.width}
      height={size.height}
      aria-hidden
    >
      <path className="an-strip-line" d={`M0 8H${size.width}`} />
      {strip.band !== undefined && (
        <rect className="an-strip-band" x={strip.band[0]} width={strip.band[1] - strip.band[0]} height={size.height} />
      )}
      <path className="an-strip-ticks" d={strip.ticks.map((x) => `M${x.toFixed(1)} 4.5v7`).join('')} />
    </svg>
  )
}
