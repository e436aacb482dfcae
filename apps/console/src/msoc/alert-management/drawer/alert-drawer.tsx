import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useEffect } from 'react'
import { ErrorState } from '../../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { useAlertPage, useQueue } from '../page-context.tsx'
import type { AlertQueue } from '../queue/queue.store.ts'
import { SuppressionNote } from '../../alert-pipeline/suppression-note.tsx'
import { ActivitySection } from './activity-section.tsx'
import { DrawerHead } from './drawer-head.tsx'
import { EvidenceSection } from '../evidence/evidence-section.tsx'
import { Facts } from './facts.tsx'
import { FoldedNote } from './folded-note.tsx'
import { CaseSection } from './linked-sections.tsx'
import { PartsSection } from './parts-section.tsx'
import { PipelineNotes } from './pipeline-notes.tsx'
import { PanelSections } from './panel-sections.tsx'
import { PlaybookSection } from './playbook-section.tsx'
import { FoldedSection } from './folded-section.tsx'
import { RelatedSection } from './related-section.tsx'
import { SimilarSection } from './similar-section.tsx'
import { useAlertDetail } from './use-alert-detail.ts'
import { WhySection } from './why-section.tsx'
import './drawer.css'

/** Maximum number of evidence events to request for the drawer. The alert's own page shows the rest. */
const eventsShown = 200

interface AlertDrawerProps {
  readonly uuid: string
  readonly queue: AlertQueue
}

/** The drawer beside the list for one alert: its facts, the matched conditions, the evidence, and the activity. */
export function AlertDrawer({ uuid, queue }: AlertDrawerProps) {
  const { detail, problem, again } = useAlertDetail(uuid, queue, eventsShown)
  const listed = useQueue((state) => state.queue.entries.get(uuid)?.alert)
  const alert = newest(listed, detail?.alert)
  useShown(alert)

  return (
    <aside className="am-drawer" aria-label="Alert">
      <DrawerHead uuid={uuid} alert={alert} failed={problem !== undefined} />
      {/* another alert begins at its top */}
      <div key={uuid} className="am-drawer-body" tabIndex={0}>
        {alert === undefined && problem === undefined && <SkeletonRows rows={8} columns={['80px', 'minmax(0, 1fr)']} />}
        {problem !== undefined && (
          <ErrorState title="The alert did not load" onRetry={again}>
            {problem}
          </ErrorState>
        )}
        {alert?.suppressed_by && <SuppressionNote by={alert.suppressed_by} />}
        {alert !== undefined && <PipelineNotes alert={alert} detail={detail} />}
        {alert !== undefined && <FoldedNote alert={alert} />}
        {alert !== undefined && <Facts alert={alert} />}
        {alert !== undefined && <FoldedSection key={`folded ${uuid}`} alert={alert} most={100} />}
        {alert !== undefined && detail !== undefined && <PartsSection alert={alert} parts={detail.parts} />}
        {detail !== undefined && <RelatedSection alerts={detail.related} />}
        {alert !== undefined && <WhySection alert={alert} evidence={detail?.evidence ?? undefined} />}
        {alert !== undefined && (detail !== undefined || problem === undefined) && (
          <EvidenceSection alert={alert} detail={detail} />
        )}
        {alert !== undefined && <PanelSections alert={alert} />}
        {alert?.case_uuid && <CaseSection uuid={alert.case_uuid} />}
        {alert !== undefined && <PlaybookSection alert={alert} />}
        {alert !== undefined && <SimilarSection alert={alert} most={6} />}
        {detail !== undefined && <ActivitySection changes={detail.changes} />}
      </div>
    </aside>
  )
}

/**
 * The newer of two versions of an alert: the list receives changes first, but the call also finds alerts outside the
 * list.
 */
export function newest(listed: Alert | undefined, fetched: Alert | undefined): Alert | undefined {
  if (listed === undefined || fetched === undefined) return listed ?? fetched
  return fetched.seq > listed.seq ? fetched : listed
}

/** Stores the shown alert in the address store, so that keys act on it. */
export function useShown(alert: Alert | undefined): void {
  const { address } = useAlertPage()
  useEffect(() => {
    address.setState({ shown: alert })
    return () => address.setState({ shown: undefined })
  }, [alert, address])
}
