import { Suspense } from 'react'
import { usePanels } from '../../../core/page/panels.ts'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { useCasePage } from '../page-context.tsx'
import { worstOf } from './worst.ts'

/**
 * The panels of other modules beside the worst alert of the case: the threat scenarios that match it, from which the
 * re-assessment is one click away (rule CASE-UI-61 of ../SPEC.md).
 */
export function Scenarios() {
  const { detail } = useCasePage()
  const panels = usePanels('beside-alert')
  const alert = worstOf(detail.alerts)
  if (panels.length === 0 || alert === undefined) return null
  const { uuid, title, rule, status, raised_at } = alert
  return (
    <section className="cs-scenarios" aria-label="Threat scenarios">
      <p className="cs-note">
        A true positive may change how feasible an attack is rated. These match ALR-{alert.number}:
      </p>
      {panels.map((panel) => (
        <Suspense key={panel.title} fallback={<SkeletonRows rows={2} columns={['1fr', '60px']} rowHeight={28} />}>
          <panel.Panel alert={{ uuid, title, rule, status, raised_at }} />
        </Suspense>
      ))}
    </section>
  )
}
