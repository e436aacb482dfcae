import { Suspense } from 'react'
import { type Places, usePanels } from '../../core/page/panels.ts'

/** What other modules know of a threat scenario that was seen in the field, each under its own heading. */
export function ThreatPanels({ threat }: Places['beside-threat']) {
  return usePanels('beside-threat').map(({ title, Panel }) => (
    <section key={title} className="sg-panel" aria-label={title}>
      <h3>{title}</h3>
      <Suspense fallback={null}>
        <Panel key={threat.uuid} threat={threat} />
      </Suspense>
    </section>
  ))
}
