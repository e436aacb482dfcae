import { type PointerEvent, type ReactNode, useRef, useState } from 'react'

/** A shorter drag is a click, px. */
const leastDrag = 5

interface DragZoomProps {
  /** The time at a distance from the chart's left edge, px; NaN where there is no axis. */
  readonly timeAt: (x: number) => number
  readonly onZoom: (from: number, to: number) => void
  readonly children: ReactNode
}

interface Drag {
  readonly start: number
  readonly now: number
}

/** Dragging over the chart selects a time range; releasing zooms to it (rule CHART-3). */
export function DragZoom({ timeAt, onZoom, children }: DragZoomProps) {
  const box = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<Drag>()
  const xOf = (event: PointerEvent) => {
    const { left, width } = box.current!.getBoundingClientRect()
    return Math.max(0, Math.min(width, event.clientX - left))
  }

  function press(event: PointerEvent): void {
    if (event.button !== 0 || event.pointerType === 'touch') return // a finger scrolls the page
    box.current!.setPointerCapture(event.pointerId)
    setDrag({ start: xOf(event), now: xOf(event) })
  }

  function release(event: PointerEvent): void {
    if (!drag) return
    setDrag(undefined)
    const end = xOf(event)
    if (Math.abs(end - drag.start) < leastDrag) return
    const [from, to] = [timeAt(Math.min(drag.start, end)), timeAt(Math.max(drag.start, end))]
    if (Number.isFinite(from) && Number.isFinite(to)) onZoom(from, to)
  }

  return (
    <div
      ref={box}
      className="ch-zoom"
      onPointerDown={press}
      onPointerMove={(event) => drag && setDrag({ start: drag.start, now: xOf(event) })}
      onPointerUp={release}
      onPointerCancel={() => setDrag(undefined)}
    >
      {children}
      {drag && Math.abs(drag.now - drag.start) >= leastDrag && (
        <span
          className="ch-selection"
          style={{ left: Math.min(drag.start, drag.now), width: Math.abs(drag.now - drag.start) }}
        />
      )}
    </div>
  )
}
