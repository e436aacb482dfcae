import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { NodeLink } from '../../graph/links/node-link.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import { linkedWith } from '../../graph/store/graph-state.ts'
import { AsilBadge } from '../asil-badge.tsx'
import { RecordPage } from '../record-page.tsx'
import { asilOn, highestLinked } from '../safety.ts'
import { testRelated } from './tests-page.tsx'

const tested = (row: Artefact) => <Tested test={row} />

/** One safety test case with all its fields, and what it tests. */
export function TestPage(address: AddressProps) {
  return <RecordPage {...address} title="Test case" kind="safety-test" related={testRelated} side={tested} />
}

function Tested({ test }: { readonly test: Artefact }) {
  const graph = usePageGraph((state) => state)
  const linked = linkedWith(graph, test.uuid, 'upstream', 'tested-by')
  return (
    <section className="fs-section" aria-label="What it tests">
      <h3>
        What it tests <AsilBadge asil={highestLinked(graph, test.uuid, 'upstream', 'tested-by')} none="No ASIL" />
      </h3>
      {linked.length === 0 && <p className="c-note">Nothing yet: link a requirement or a goal at the left.</p>}
      <table className="fs-mini">
        <tbody>
          {linked.map(({ link, node }) => (
            <tr key={link.uuid}>
              <td>
                <NodeLink node={node} className="mono" />
              </td>
              <td className="fs-mini-title" title={node.title}>
                {node.title}
              </td>
              <td>
                <AsilBadge asil={asilOn(graph, node.uuid)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
