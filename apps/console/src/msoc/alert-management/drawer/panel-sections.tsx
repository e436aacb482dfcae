import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { Suspense } from 'react'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { usePanels } from '../../../core/page/panels.ts'
import { Section } from './section.tsx'

/** The alert panels of other modules, each under its own heading. */
export function PanelSections({
  alert: { uuid, title, rule, status, raised_at, vehicle, ecu },
}: {
  readonly alert: Alert
}) {
  const beside = usePanels('beside-alert')
  const software = usePanels('software-of-alert')
  return (
    <>
      {beside.map((panel) => (
        <Section key={panel.title} title={panel.title}>
          <Suspense fallback={<SkeletonRows rows={2} columns={['1fr', '60px']} rowHeight={28} />}>
            <panel.Panel key={uuid} alert={{ uuid, title, rule, status, raised_at }} />
          </Suspense>
        </Section>
      ))}
      {vehicle !== null &&
        ecu !== null &&
        software.map((panel) => (
          <Section key={panel.title} title={panel.title}>
            <Suspense fallback={<SkeletonRows rows={2} columns={['1fr', '60px']} rowHeight={28} />}>
              <panel.Panel key={uuid} vehicle_uuid={vehicle.uuid} ecu={ecu} />
            </Suspense>
          </Section>
        ))}
    </>
  )
}
