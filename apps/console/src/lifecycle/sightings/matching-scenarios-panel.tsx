import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons'
import type { Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { Feasibility } from '@carapace/shared/lifecycle/methods/method'
import {
  alertScenariosChannel,
  type MatchingScenario,
  getMatchingScenarios,
} from '@carapace/shared/lifecycle/sightings/sightings.contract'
import { type ReactNode, useEffect, useState } from 'react'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Badge, StatusBadge } from '../../core/ui/status-badge.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import { live } from '../../core/live/live.ts'
import { ProgramNodeLink } from '../../graph/links/node-link.tsx'
import type { Places } from '../../core/page/panels.ts'
import { ContradictionBadge } from './contradiction.tsx'
import { CreateScenario } from './create-scenario.tsx'
import { ThreatPanels } from './threat-panels.tsx'
import { RiskChange } from '../rating/risk-chip.tsx'
import '../../graph/graph.css'
import './sightings.css'

/**
 * The threat scenarios that match an alert, and what they lead to: the damage, the risk, the goals and the requirements
 * (rules SIGHTING-6, SIGHTING-11).
 */
export function MatchingScenariosPanel({ alert }: Places['beside-alert']) {
  const { data, problem, refetch } = useMatchingScenarios(alert)
  if (problem !== undefined && data === undefined)
    return (
      <ErrorState title="Threat scenarios did not load" onRetry={refetch}>
        {problem}
      </ErrorState>
    )
  if (data === undefined) return <SkeletonRows rows={2} columns={['1fr', '60px']} rowHeight={28} />
  if (data.scenarios.length === 0)
    return (
      <>
        <p className="sg-none">
          No threat scenario of the programs that you see names what this alert shows in its indicators.
        </p>
        <CreateScenario alert={alert} />
      </>
    )
  return data.scenarios.map((scenario, place) => (
    <Scenario key={scenario.threat.uuid} scenario={scenario} isFirst={place === 0} />
  ))
}

/** Delay before a request, ms, so that scrolling through the queue does not send one for each alert. */
const settleMs = 200

/** The threat scenarios that match an alert, requested again when the channel reports others (rule SIGHTING-13). */
function useMatchingScenarios({ uuid }: Places['beside-alert']['alert']) {
  const [settled, setSettled] = useState(false)
  const [matching, setMatching] = useState<string>()
  const answer = useEndpoint(getMatchingScenarios, { alert_uuid: uuid }, { enabled: settled })
  const { data, refetch } = answer
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settleMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!settled) return undefined
    const feed = live(alertScenariosChannel, { alert_uuid: uuid }).subscribe((message) => {
      if (message.op === 'snapshot') setMatching(message.data.threats.join())
      if (message.op === 'changes') setMatching(message.data.at(-1)?.threats.join())
    })
    return () => feed.unsubscribe()
  }, [uuid, settled])
  const listed = data?.scenarios.map(({ threat }) => threat.uuid).join()
  useEffect(() => {
    if (listed !== undefined && matching !== undefined && listed !== matching) refetch()
  }, [listed, matching, refetch])
  return answer
}

/** Maximum number of artefacts per stage that are shown. */
const shown = 4

function Scenario({ scenario, isFirst }: { readonly scenario: MatchingScenario; readonly isFirst: boolean }) {
  const { program, program_uuid: programUuid, threat, risk, target, impact, feasibility, contradiction } = scenario
  const [isOpen, setOpen] = useState(isFirst)
  return (
    <div className="sg-scenario">
      <div className="sg-head">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`What ${threat.code} leads to`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
        </button>
        <span className="sg-name">
          <ProgramNodeLink programUuid={programUuid} node={threat} />
        </span>
        <StatusBadge status={threat.status} />
      </div>
      <p className="sg-about">
        <span>
          threat scenario in {program}
          {feasibility !== null && `, feasibility ${(feasibility as Feasibility).replace('-', ' ')}`}
          {impact !== null && `, impact ${impact}`}
        </span>
        <RiskChange from={risk} to={target} />
      </p>
      {contradiction && (
        <p className="sg-about">
          <span>{contradiction.reason}</span>
          <ContradictionBadge contradiction={contradiction} />
        </p>
      )}
      {isOpen && <Chain scenario={scenario} />}
    </div>
  )
}

function Chain({
  scenario: { program_uuid: programUuid, threat, damages, goals, requirements },
}: {
  readonly scenario: MatchingScenario
}) {
  return (
    <>
      <ol className="sg-chain">
        <Stage word="Damage" nodes={damages} programUuid={programUuid} />
        <Stage word="Goal" nodes={goals} programUuid={programUuid} />
        <Stage word="Requirement" nodes={requirements} programUuid={programUuid} />
      </ol>
      <ThreatPanels threat={{ uuid: threat.uuid, program_uuid: programUuid }} />
    </>
  )
}

interface StageProps {
  readonly word: string
  readonly nodes: readonly (Node & { readonly is_suspect: boolean })[]
  readonly programUuid: string
}

function Stage({ word, nodes, programUuid }: StageProps): ReactNode {
  const more = nodes.length - shown
  return (
    <>
      {nodes.length === 0 && (
        <li className="sg-missing">
          <span className="sg-word">{word}</span>
          <span className="sg-none">none yet</span>
        </li>
      )}
      {nodes.slice(0, shown).map((node) => (
        <li key={node.uuid} className={node.is_suspect ? 'sg-suspect' : undefined}>
          <span className="sg-word">{node.kind === 'claim' ? 'Claim' : word}</span>
          <span className="sg-name">
            <ProgramNodeLink programUuid={programUuid} node={node} />
          </span>
          {node.is_suspect ? <Badge tone="yellow">Suspect</Badge> : <StatusBadge status={node.status} />}
        </li>
      ))}
      {more > 0 && (
        <li>
          <span className="sg-word" />
          <span className="sg-none">{`and ${more} more`}</span>
        </li>
      )}
    </>
  )
}
