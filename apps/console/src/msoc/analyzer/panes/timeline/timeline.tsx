import { useMemo, useRef } from 'react'
import { DragZoom } from '../../../../core/chart/drag-zoom.tsx'
import { useHotkeys } from '../../../../core/hotkeys/hotkeys.ts'
import { useWidth } from '../../../../core/table/use-width.ts'
import { useBench, useAnalyzerState } from '../../bench.ts'
import { spanIn, spanWord } from '../../search.ts'
import { AlertMarks, NoteFlags } from './marks.tsx'
import { axisTicks, loadPath, percentTop, scaleOf, type TimeScale } from './load-path.ts'

/** px: the width of the labels at the left, and the height of the marks' labels above the chart. */
const left = 42
const right = 12
const top = 22
const height = 40

/**
 * The bus load over all kept frames, with the alerts and notes. Dragging selects the span that counts (rule
 * ANALYZER-UI-5).
 */
export function Timeline() {
  const { look, lookAt, focusTime, source } = useBench()
  const summary = useAnalyzerState((state) => state.summary)
  const [box, width] = useWidth()
  const scale = useMemo(() => scaleOf(summary?.load, width - left - right), [summary, width])
  const chosen = spanIn(look)
  useSpanKeys()

  return (
    <section className="an-load" ref={box} aria-label="Bus load over time">
      <p className="an-load-title">{titleOf(source.kind, scale)}</p>
      {scale !== undefined && summary !== undefined && (
        <>
          <div className="an-load-box">
            <DragZoom
              timeAt={(x) => scale.at(x - left)}
              onZoom={(from, to) => lookAt({ ...look, span: spanWord({ from, to }) })}
            >
              <LoadPicture scale={scale} share={summary.load.share} chosen={chosen} focusTime={focusTime} />
            </DragZoom>
          </div>
          <AlertMarks scale={scale} left={left} />
          <NoteFlags scale={scale} left={left} />
        </>
      )}
    </section>
  )
}

function titleOf(kind: string, scale: TimeScale | undefined): string {
  return kind === 'live' && scale !== undefined
    ? `Bus load, last ${Math.max(1, Math.round((scale.to - scale.from) / 1_000))} s`
    : 'Bus load'
}

interface PictureProps {
  readonly scale: TimeScale
  readonly share: Float32Array
  readonly chosen: { readonly from: number; readonly to: number } | undefined
  readonly focusTime: number | undefined
}

function LoadPicture({ scale, share, chosen, focusTime }: PictureProps) {
  const { source } = useBench()
  const most = percentTop(share)
  const label = `Bus load, at most ${Math.round(Math.max(0, ...share) * 100)} %`
  const ticks = axisTicks(scale, source.kind === 'live')
  return (
    <svg
      className="an-load-svg"
      width={scale.width + left + right}
      height={top + height + 16}
      role="img"
      aria-label={label}
    >
      {[0, 0.5, 1].map((part) => (
        <g key={part}>
          <path className="an-grid" d={`M${left} ${top + height * (1 - part)}h${scale.width}`} />
          <text className="an-axis num" x={left - 6} y={top + height * (1 - part) + 4} textAnchor="end">
            {Math.round(most * part * 100)} %
          </text>
        </g>
      ))}
      <g transform={`translate(${left} ${top})`}>
        <path className="an-load-area" d={`${loadPath(share, scale.width, height, most)}V${height}H0Z`} />
        <path className="an-load-line" d={loadPath(share, scale.width, height, most)} />
        {chosen !== undefined && (
          <rect
            className="an-load-span"
            x={scale.x(chosen.from)}
            width={Math.max(1, scale.x(chosen.to) - scale.x(chosen.from))}
            height={height}
          />
        )}
        {focusTime !== undefined && scale.holds(focusTime) && (
          <path className="an-load-moment" d={`M${scale.x(focusTime)} 0v${height}`} />
        )}
        {ticks.map(({ x, text }) => (
          <text key={text} className="an-axis num" x={x} y={height + 13} textAnchor="middle">
            {text}
          </text>
        ))}
      </g>
    </svg>
  )
}

/** The keys that leave a selected span, as with any zoom. */
function useSpanKeys(): void {
  const { look, lookAt } = useBench()
  const before = useRef<(string | undefined)[]>([])
  const shown = useRef(look.span)
  if (shown.current !== look.span) {
    // a span that is restored was left, not selected
    if (before.current.at(-1) === look.span) before.current.pop()
    else before.current.push(shown.current)
    shown.current = look.span
  }
  const back = () => lookAt({ ...look, span: before.current.at(-1) })
  useHotkeys(
    look.span === undefined
      ? []
      : [{ keys: 'Ctrl-Z', title: 'Back to the span before', group: 'Packet analyzer', run: back }],
  )
}
