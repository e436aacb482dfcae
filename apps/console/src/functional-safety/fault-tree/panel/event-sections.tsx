import { Button } from '@blueprintjs/core'
import { CrossIcon } from '@blueprintjs/icons'
import type { EventNode, FaultNode } from '@carapace/shared/functional-safety/fault-tree/tree'
import { fitOfRatePerHour } from '@carapace/shared/functional-safety/fault-tree/event-models'
import { rateOf } from '@carapace/shared/functional-safety/fault-tree/expression'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { number } from '../../../core/format/format.ts'
import { placeOf } from '../../../graph/page/page-context.tsx'
import { useGraph } from '../../../graph/store/program-store.ts'
import { useFaultTreeContext } from '../editor-context.ts'
import { groupOf, withNode } from '../edits.ts'
import { ModelEditor } from '../expression-field.tsx'
import { Picker } from '../node-picker.tsx'
import { measureText, scientific } from '../words.ts'
import { Section } from './section.tsx'

export function ProbabilitySection({ node }: { readonly node: EventNode }) {
  const { tree, run, refusal, analysis } = useFaultTreeContext()
  const group = groupOf(tree, node.id)
  const probability = analysis.events.get(node.id)?.probability
  const rate = useMemo(() => {
    if (node.probability === null) return undefined
    const parameters = new Map(tree.parameters.map(({ id, value }) => [id, value]))
    // parameters that are formulas themselves are left to the analysis
    const parameter = (id: string) => (typeof parameters.get(id) === 'number' ? (parameters.get(id) as number) : NaN)
    return rateOf(node.probability, { missionTime: tree.missionTime, parameter })
  }, [node.probability, tree.parameters, tree.missionTime])
  return (
    <Section title="Probability">
      {group ? (
        <p className="c-note">
          That of the common-cause group {group.id}, which it is a member of: see Common causes below.
        </p>
      ) : (
        <ModelEditor
          value={node.probability}
          isReadOnly={refusal !== undefined}
          onChange={(value) =>
            run(`Probability of ${node.id}`, (now) => withNode(now, node.id, () => ({ ...node, probability: value })))
          }
        />
      )}
      {probability !== undefined && (
        <p className="c-note num">
          {scientific(probability, 3)} at mission time
          {rate !== undefined && Number.isFinite(rate) && `, ${number(fitOfRatePerHour(rate))} FIT`}
        </p>
      )}
    </Section>
  )
}

export function FailureSection({ node }: { readonly node: EventNode }) {
  const { program, run, refusal } = useFaultTreeContext()
  const artefacts = useGraph(program, (graph) => graph.artefacts)
  const items = useMemo(
    () =>
      [...artefacts.values()]
        .filter(({ kind }) => kind === 'failure')
        .map(({ uuid, code, title }) => ({ id: uuid, text: `${code} ${title}` })),
    [artefacts],
  )
  const set = (artefact: string | null) =>
    run(`Failure of ${node.id}`, (now) =>
      withNode(now, node.id, () => ({
        ...node,
        artefact,
        title: node.title || (artefact === null ? '' : (artefacts.get(artefact)?.title.slice(0, 200) ?? '')),
      })),
    )
  const linked = node.artefact === null ? undefined : artefacts.get(node.artefact)
  const place = linked && placeOf(program.programUuid, linked)
  return (
    <Section title="Failure that it stands for">
      {node.artefact === null ? (
        <Picker label="Link a failure" items={items} isReadOnly={refusal !== undefined} onPick={set} />
      ) : (
        <div className="te-row">
          {place ? (
            <Link {...(place as object as { to: '.' })} className="te-grow">
              <span className="mono">{linked.code}</span> {linked.title}
            </Link>
          ) : (
            <span className="te-grow">{linked ? `${linked.code} ${linked.title}` : 'A removed artefact'}</span>
          )}
          <Button
            variant="minimal"
            size="small"
            icon={<CrossIcon size={12} />}
            aria-label="Unlink it"
            disabled={refusal !== undefined}
            onClick={() => set(null)}
          />
        </div>
      )}
    </Section>
  )
}

export function ImportanceSection({ node }: { readonly node: FaultNode }) {
  const { analysis } = useFaultTreeContext()
  const importance = analysis.events.get(node.id)?.importance
  if (!importance) return null
  const rows = [
    ['Birnbaum', importance.birnbaum],
    ['Criticality', importance.criticality],
    ['Fussell-Vesely', importance.fussellVesely],
    ['Risk achievement worth', importance.riskAchievementWorth],
    ['Risk reduction worth', importance.riskReductionWorth],
  ] as const
  return (
    <Section title={analysis.isOutdated ? 'Importance (outdated)' : 'Importance'}>
      <dl className="ft-facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{measureText(value)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
