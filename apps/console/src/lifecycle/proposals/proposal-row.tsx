import { Checkbox } from '@blueprintjs/core'
import type { Method } from '@carapace/shared/lifecycle/methods/method'
import type { Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import { useMemo } from 'react'
import { number } from '../../core/format/format.ts'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import { FeasibilityBars } from '../rating/feasibility-bars.tsx'
import { ImpactChips } from '../rating/risk-chip.tsx'
import type { Proposal } from './in-parts.ts'
import { outlineOf, storedOf } from './stored.ts'

interface ProposalRowProps {
  readonly proposal: Proposal
  /** The program's method, if proposals of this kind are rated by it; undefined until it has loaded. */
  readonly method: Method | undefined
  readonly isChosen: boolean
  readonly onTurn: () => void
}

/** One proposal: its name, its reason, and everything that accepting it would store. */
export function ProposalRow({ proposal, method, isChosen, onTurn }: ProposalRowProps) {
  const {
    artefact: { title = '', uuid },
    why,
    about,
  } = proposal
  return (
    <tr>
      <td>
        <Checkbox checked={isChosen} aria-label={title} onChange={onTurn} />
      </td>
      <td>
        <span className="pr-title">{title}</span>
        <span className="pr-why">{why}</span>
        {uuid !== undefined && <span className="pr-why">It is there already, and would only be linked.</span>}
        <StoredFields proposal={proposal} method={method} />
      </td>
      <td>
        {about && (
          <>
            <span className="pr-code">{about.code}</span> {about.title}
          </>
        )}
      </td>
    </tr>
  )
}

function StoredFields({ proposal, method }: Pick<ProposalRowProps, 'proposal' | 'method'>) {
  const graph = usePageGraph((state) => state)
  const { facts, texts, impact, tree } = storedOf(
    proposal,
    (uuid) => (graph.artefacts.get(uuid) ?? graph.nodes.get(uuid))?.code,
  )
  return (
    <>
      {texts.map(({ title, words }) => (
        <p key={title} className="pr-text">
          <span className="pr-name">{title}</span> {words}
        </p>
      ))}
      <dl className="pr-facts">
        {impact && (
          <div>
            <dt>Impact (S, F, O, P)</dt>
            <dd>
              <ImpactChips impact={impact} />
            </dd>
          </div>
        )}
        {facts.map(({ title, words }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {tree && <Outline tree={tree} method={method} />}
    </>
  )
}

/** A proposed tree, folded: the number of steps and the feasibility; unfolded, all steps. */
function Outline({ tree, method }: { readonly tree: Tree; readonly method: Method | undefined }) {
  const outline = useMemo(() => outlineOf(tree, method), [tree, method])
  return (
    <details className="pr-tree">
      <summary>
        <span className="num">{number(outline.length)} steps</span>{' '}
        {method && <FeasibilityBars feasibility={outline[0]?.feasibility} />}
      </summary>
      <ul>
        {outline.map(({ step: { id, title, gate, note, techniques }, depth, feasibility }) => (
          <li key={id} style={{ paddingInlineStart: `${depth * 16}px` }}>
            <span title={note || undefined}>{title}</span>
            {techniques.length > 0 && <span className="pr-code">{techniques.join(', ')}</span>}
            {gate !== null && <span className="pr-name">{gate === 'and' ? 'all of' : 'any of'}</span>}
            {gate === null && method && <FeasibilityBars feasibility={feasibility} />}
          </li>
        ))}
      </ul>
    </details>
  )
}
