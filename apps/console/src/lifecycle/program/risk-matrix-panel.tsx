import { Button, ButtonGroup } from '@blueprintjs/core'
import { feasibilities, impactLevels } from '@carapace/shared/lifecycle/methods/method'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { number, sentenceCase } from '../../core/format/format.ts'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { type Where, whereText } from '../../graph/page/search.ts'
import { riskTone } from '../rating/tones.ts'
import { Panel } from '../../core/ui/panel.tsx'
import type { Summary } from './use-summary.ts'

type Scenario = 'initial' | 'target'

interface RiskMatrixPanelProps {
  readonly programUuid: string
  readonly matrix: Summary['matrix'] | undefined
}

const titles = { initial: 'Initial', target: 'Target' } as const
/** The list's columns of feasibility. */
const feasibilityOf = { initial: 'feasibility', target: 'target-feasibility' } as const
/** The worst at the top. */
const rows = impactLevels.map((level, i) => ({ level, i })).toReversed()

/**
 * The risk matrix of the threat scenarios without controls, and with the planned ones. A cell is a link to its
 * scenarios.
 */
export function RiskMatrixPanel({ programUuid, matrix }: RiskMatrixPanelProps) {
  const [scenario, setScenario] = useState<Scenario>('initial')
  const choice = (
    <ButtonGroup>
      {(['initial', 'target'] as const).map((each) => (
        <Button
          key={each}
          size="small"
          variant="outlined"
          active={each === scenario}
          aria-pressed={each === scenario}
          onClick={() => setScenario(each)}
        >
          {titles[each]}
        </Button>
      ))}
    </ButtonGroup>
  )
  return (
    <Panel title="Risk matrix" extra={choice} className="pg-risks">
      {matrix === undefined ? (
        <SkeletonRows rows={4} columns={['80px', '1fr', '1fr', '1fr', '1fr']} rowHeight={56} />
      ) : (
        <table
          className="pg-matrix"
          aria-label={`Threat scenarios by impact and feasibility, ${titles[scenario].toLowerCase()}`}
        >
          <tbody>
            {rows.map(({ level, i }) => (
              <tr key={level}>
                <th scope="row">{sentenceCase(level)}</th>
                {feasibilities.map((feasibility, j) => (
                  <Cell
                    key={feasibility}
                    programUuid={programUuid}
                    where={{ impact: [level], [feasibilityOf[scenario]]: [feasibility] }}
                    count={matrix[scenario][i]![j]!}
                    risk={matrix.risk[i]![j]!}
                    label={`${level} impact, ${sentenceCase(feasibility).toLowerCase()} feasibility`}
                  />
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td />
              {feasibilities.map((feasibility) => (
                <th key={feasibility} scope="col">
                  {sentenceCase(feasibility)}
                </th>
              ))}
            </tr>
          </tfoot>
        </table>
      )}
    </Panel>
  )
}

/** The number of scenarios, as a link to their list. */
function Cell({
  programUuid,
  where,
  count,
  risk,
  label,
}: {
  readonly programUuid: string
  readonly where: Where
  readonly count: number
  readonly risk: number
  readonly label: string
}) {
  if (count === 0)
    return (
      <td>
        <span className="pg-cell pg-cell-none" title={`${label}: risk ${risk}`} />
      </td>
    )
  return (
    <td>
      <Link
        to="/org/lifecycle/projects/view/threat-analysis"
        search={{ programId: programUuid, where: whereText(where) }}
        className={`pg-cell c-sev-${riskTone(risk)} num`}
        title={`${label}: risk ${risk}`}
        aria-label={`${number(count)} scenarios, ${label}, risk ${risk}`}
      >
        {number(count)}
      </Link>
    </td>
  )
}
