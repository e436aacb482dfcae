/** A colour for the graphics card: each component 0..1, not premultiplied. */
type Rgba = readonly [red: number, green: number, blue: number, alpha: number]

const tokens = {
  sea: '--map-sea',
  land: '--map-land',
  line: '--map-line',
  grid: '--map-grid',
  label: '--map-label',
  panel: '--bg-1',
  bubble: '--bg-2',
  text: '--text-1',
  accent: '--accent',
  healthy: '--ok-f',
  degraded: '--degraded-f',
  compromised: '--compromised-f',
  offline: '--offline-f',
  critical: '--critical-f',
  high: '--high-f',
} as const

/** The map's colours, as CSS values, from the design tokens of the current theme. */
export type MapColours = Readonly<Record<keyof typeof tokens, string>> & { readonly dark: boolean }

export function mapColours(element: Element): MapColours {
  const style = getComputedStyle(element)
  const named = Object.entries(tokens).map(([name, token]) => [name, style.getPropertyValue(token).trim() || '#888888'])
  return {
    ...(Object.fromEntries(named) as Record<keyof typeof tokens, string>),
    dark: style.colorScheme.includes('dark'),
  }
}

/** `#4CC38A` (or `#4C8`) for the graphics card. */
export function rgba(hex: string, alpha = 1): Rgba {
  const digits = hex.replace('#', '')
  const long = digits.length < 6 ? digits.replaceAll(/./g, '$&$&') : digits
  const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16) / 255
  return [part(0), part(2), part(4), alpha]
}

/** The same colour, partly transparent, for a canvas or a style. */
export function faded(hex: string, alpha: number): string {
  const [red, green, blue] = rgba(hex)
  return `rgba(${Math.round(red * 255)},${Math.round(green * 255)},${Math.round(blue * 255)},${alpha})`
}
