/** The options of both libraries: seen from above, north up, because everything drawn over the map relies on it. */
export const fromAbove = {
  attributionControl: false,
  dragRotate: false,
  pitchWithRotate: false,
  touchPitch: false,
  maxPitch: 0,
  minZoom: 1,
  maxZoom: 18,
  fadeDuration: 0,
} as const

interface Turnable {
  readonly touchZoomRotate: { disableRotation(): void }
  readonly keyboard: { disableRotation(): void }
}

/** Disables touch and keyboard rotation of the map; the options cannot. */
export function keepNorthUp(map: Turnable): void {
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
}
