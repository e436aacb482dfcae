import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { SubjectRuns } from '../../playbooks/offered/subject-runs.tsx'
import { alertId } from '../sentences.ts'
import { Section } from './section.tsx'

/** The runs of playbooks on the alert, and the way to start one. */
export function PlaybookSection({ alert }: { readonly alert: Alert }) {
  return (
    <Section title="Playbooks">
      <SubjectRuns key={alert.uuid} subject={{ kind: 'alert', uuid: alert.uuid, label: alertId(alert) }} />
    </Section>
  )
}
