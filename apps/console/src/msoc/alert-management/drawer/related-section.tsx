import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { Section } from './section.tsx'
import { AlertLines } from './similar-section.tsx'

/** Less or more severe alerts of the same incident (rule QUEUE-80); renders nothing if there are none. */
export function RelatedSection({ alerts }: { readonly alerts: readonly Alert[] }) {
  if (alerts.length === 0) return null
  return (
    <Section title="Same incident" note="other severities of the same key">
      <AlertLines alerts={alerts} />
    </Section>
  )
}
