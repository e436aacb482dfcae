import { useState } from 'react'
import { number } from '../../core/format/format.ts'
import { Segments } from '../../graph/editing/segments.tsx'
import { CommonCauses } from './common-causes.tsx'
import { CutSets } from './cut-sets.tsx'
import { useFaultTreeContext } from './editor-context.ts'
import { ImportanceTable } from './importance-table.tsx'
import { Parameters } from './parameters.tsx'
import { Summary } from './summary.tsx'
import { Uncertainty } from './uncertainty.tsx'

type Tab = 'sets' | 'importance' | 'uncertainty' | 'groups' | 'parameters'

/** Below the canvas: what is computed of the tree, and the common causes and parameters that it is computed with. */
export function ResultsPane() {
  const { tree } = useFaultTreeContext()
  const [tab, setTab] = useState<Tab>('sets')
  return (
    <section className="te-pane ft-pane" aria-label="Results">
      <Summary />
      <div className="ft-tab">
        <header className="te-pane-head">
          <Segments<Tab>
            look="switch"
            label="Results"
            segments={[
              { key: 'sets', label: 'Cut sets' },
              { key: 'importance', label: 'Importance' },
              { key: 'uncertainty', label: 'Uncertainty' },
              { key: 'groups', label: 'Common causes', detail: number(tree.groups.length) },
              { key: 'parameters', label: 'Parameters', detail: number(tree.parameters.length) },
            ]}
            chosen={tab}
            onChoose={setTab}
          />
        </header>
        {tab === 'sets' && <CutSets />}
        {tab === 'importance' && <ImportanceTable />}
        {tab === 'uncertainty' && <Uncertainty />}
        {tab === 'groups' && <CommonCauses />}
        {tab === 'parameters' && <Parameters />}
      </div>
    </section>
  )
}
