import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { number } from '../../../core/format/format.ts'
import { ActionButton } from '../triage/action-button.tsx'
import { useAlertPage } from '../page-context.tsx'
import { Section } from './section.tsx'
import { AlertLines } from './similar-section.tsx'

interface PartsSectionProps {
  readonly alert: Alert
  readonly parts: readonly Alert[]
}

/** `on VIN1 · seen 3 times`. */
function partText({ vehicle, count }: Alert): string {
  const seen = count === 1 ? 'seen once' : `seen ${number(count)} times`
  return vehicle === null ? seen : `on ${vehicle.vin} · ${seen}`
}

/** The alerts that are merged into this one; renders nothing if there are none (rule QUEUE-87). */
export function PartsSection({ alert, parts }: PartsSectionProps) {
  const { triage } = useAlertPage()
  if (parts.length === 0) return null
  const isPart = alert.parts > parts.length
  const note = isPart
    ? `${number(alert.parts)}, the latest ${number(parts.length)} are listed`
    : 'their repeats are counted on them'
  return (
    <Section
      title="Merged alerts"
      note={note}
      link={
        <ActionButton onClick={() => void triage.unmerge(parts)}>
          {isPart ? 'Unmerge these' : 'Unmerge all'}
        </ActionButton>
      }
    >
      <AlertLines
        alerts={parts}
        reason={partText}
        renderAction={(part) => <ActionButton onClick={() => void triage.unmerge([part])}>Unmerge</ActionButton>}
      />
    </Section>
  )
}
