import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { Suspense } from 'react'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { usePanels } from '../../../core/page/panels.ts'
import { Section } from './section.tsx'

/** The alert panels of other modules, each under its own heading. */
export function PanelSections({ alert: { uuid, title, rule, status, raised_at } }: { readonly alert: Alert }) {
  return usePanels('beside-alert').map((panel) => (
    <Section key={panel.title} title={panel.title}>
      <Suspense fallback={<SkeletonRows rows={2} columns={['1fr', '60px']} rowHeight={28} />}>
        <panel.Panel key={uuid} alert={{ uuid, title, rule, status, raised_at }} />
      </Suspense>
    </Section>
  ))
}
