/** How both libraries open a map: always seen from above, north up, since everything drawn over it counts on that. */
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

/** Takes from fingers and keys what would turn the map; the options cannot. */
export function keepNorthUp(map: Turnable): void {
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
}
