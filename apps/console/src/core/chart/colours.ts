import { severities, type Severity } from '@carapace/shared/msoc/severity'
import { useMemo } from 'react'
import { type Shade, useTheme } from '../preferences/theme.ts'

/** The tokens that a canvas needs as values: a canvas cannot read CSS variables. */
export interface ChartColours {
  /** The shade of the theme when they were read. */
  readonly shade: Shade
  readonly text1: string
  readonly text2: string
  readonly text3: string
  readonly line1: string
  readonly line2: string
  readonly panel: string
  readonly accent: string
  /** For data without a severity: series 1 to 5. */
  readonly series: readonly string[]
  /** For areas: the -f colours. */
  readonly fill: Readonly<Record<Severity, string>>
  readonly health: Readonly<Record<'healthy' | 'degraded' | 'compromised' | 'offline', string>>
}

/** The current tokens, read again when the theme changes. */
export function useChartColours(): ChartColours {
  const { shade } = useTheme()
  return useMemo(() => readColours(shade), [shade])
}

function readColours(shade: Shade): ChartColours {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    shade,
    text1: token('text-1'),
    text2: token('text-2'),
    text3: token('text-3'),
    line1: token('line-1'),
    line2: token('line-2'),
    panel: token('bg-1'),
    accent: token('accent'),
    series: ['s1', 's2', 's3', 's4', 's5'].map(token),
    fill: Object.fromEntries(severities.map((severity) => [severity, token(`${severity}-f`)])) as Record<
      Severity,
      string
    >,
    health: {
      healthy: token('ok-f'),
      degraded: token('degraded-f'),
      compromised: token('compromised-f'),
      offline: token('offline-f'),
    },
  }
}
