import { type PointerEvent, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { type ChartColours, useChartColours } from '../../../../core/chart/colours.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

interface CanvasProps {
  /** The text for screen readers. */
  readonly label: string
  readonly draw: (on: CanvasRenderingContext2D, size: Size, colours: ChartColours) => void
  /** The pointer's position over the canvas, or undefined. */
  readonly onPoint?: (x: number | undefined, size: Size) => void
  readonly children?: ReactNode
}

/**
 * A canvas that is redrawn with each report: ten times a second, with thousands of points. The charts elsewhere rebuild
 * their scene for that, which takes too long (rule ANALYZER-UI-12).
 */
export function Canvas({ label, draw, onPoint, children }: CanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const colours = useChartColours()
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  const measure = useCallback((box: HTMLDivElement | null) => {
    if (box === null) return
    const observer = new ResizeObserver(() => setSize({ width: box.clientWidth, height: box.clientHeight }))
    observer.observe(box)
    return () => observer.disconnect()
  }, [])

  useLayoutEffect(() => {
    const on = canvas.current?.getContext('2d')
    if (!on || canvas.current === null || size.width === 0) return
    const ratio = devicePixelRatio
    canvas.current.width = Math.round(size.width * ratio)
    canvas.current.height = Math.round(size.height * ratio)
    on.setTransform(ratio, 0, 0, ratio, 0, 0)
    draw(on, size, colours)
  }, [draw, size, colours])

  const point = (event: PointerEvent<HTMLDivElement>) =>
    onPoint?.(event.clientX - event.currentTarget.getBoundingClientRect().left, size)
  return (
    <div ref={measure} className="an-canvas" onPointerMove={point} onPointerLeave={() => onPoint?.(undefined, size)}>
      <canvas ref={canvas} role="img" aria-label={label} />
      {children}
    </div>
  )
}
