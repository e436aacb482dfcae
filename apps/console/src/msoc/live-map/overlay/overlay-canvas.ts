import { drawOverlay, type OverlayScene } from './overlay.ts'

/** The canvas above the map. It is drawn in the same frame as the map, or alone while only the overlay is animated. */
export function overlayCanvas(canvas: HTMLCanvasElement, scene: () => OverlayScene, isMoving: () => boolean) {
  const context = canvas.getContext('2d')
  let frame = 0

  function fit(width: number, height: number): void {
    const ratio = devicePixelRatio
    if (canvas.width === Math.round(width * ratio) && canvas.height === Math.round(height * ratio)) return
    canvas.width = Math.round(width * ratio)
    canvas.height = Math.round(height * ratio)
    context?.scale(ratio, ratio)
  }

  function draw(): void {
    cancelAnimationFrame(frame)
    frame = 0
    const now = scene()
    fit(now.camera.width, now.camera.height)
    if (context) drawOverlay(context, now)
    if (isMoving()) invalidate()
  }

  function invalidate(): void {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }

  return { draw, invalidate, close: () => cancelAnimationFrame(frame) }
}
