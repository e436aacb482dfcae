import type { Health } from '@carapace/shared/msoc/severity'
import './ui.css'

interface HealthDotProps {
  readonly health: Health
  /** The text for a screen reader; without it the dot is decoration next to its text. */
  readonly label?: string
}

/** A dot in the health's colour; offline is a ring. */
export function HealthDot({ health, label }: HealthDotProps) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return <span className={`c-health c-health-${health}`} {...named} />
}
