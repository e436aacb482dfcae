import type { Health } from '@carapace/shared/msoc/severity'
import './ui.css'

interface HealthDotProps {
  readonly health: Health
  /** The text for a screen reader; without it the dot is decoration next to its text. */
  readonly label?: string
}

/**
 * A mark in the health's colour and with its own shape, so that colour is never the only sign (rule MARK-1): a disc is
 * healthy, a triangle degraded, a diamond compromised, a ring offline.
 */
export function HealthDot({ health, label }: HealthDotProps) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return <span className={`c-health c-health-${health}`} {...named} />
}
