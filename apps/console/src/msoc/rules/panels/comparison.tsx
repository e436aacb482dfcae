import { Checkbox } from '@blueprintjs/core'
import type { RuleComparison } from '@carapace/shared/msoc/rules/rules.contract'
import { number } from '../../../core/format/format.ts'
import { comparisonText, mostChanged } from './compared.ts'
import { Hits, VehicleLink } from './hits.tsx'

/** The most vehicles that are listed. */
const mostVehicles = 10

interface CompareBoxProps {
  /** The version that runs; null: none, and there is nothing to compare with. */
  readonly runs: number | null
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
}

/** Whether the version that runs is run on the same events, too (rule RULE-UI-25). */
export function CompareBox({ runs, isChosen, onChoose }: CompareBoxProps) {
  if (runs === null) return null
  return (
    <Checkbox
      className="ru-compare"
      label={`Compare with v${runs}, which runs`}
      checked={isChosen}
      onChange={(event) => onChoose(event.currentTarget.checked)}
    />
  )
}

/** Which hits are new and which disappear, compared with the version that runs (rule RULE-UI-25). */
export function Comparison({ comparison }: { readonly comparison: RuleComparison }) {
  const { by_vehicle: byVehicle, gained_examples: gained, lost_examples: lost } = comparison
  const vehicles = mostChanged(byVehicle, mostVehicles)
  return (
    <section className="ru-comparison" aria-label={`Compared with v${comparison.version}`}>
      <h2>Compared with v{comparison.version}, which runs</h2>
      <p className="ru-result num">{comparisonText(comparison)}</p>
      {vehicles.length > 0 && (
        <table className="c-table" aria-label="Differences by vehicle">
          <thead>
            <tr>
              <th scope="col">Vehicle</th>
              <th scope="col" className="c-number">
                New
              </th>
              <th scope="col" className="c-number">
                Gone
              </th>
            </tr>
          </thead>
          <tbody>
            {vehicles.map(({ vin, gained: more, lost: fewer }) => (
              <tr key={vin}>
                <td>
                  <VehicleLink vin={vin} />
                </td>
                <td className="c-number num">{number(more)}</td>
                <td className="c-number num">{number(fewer)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Examples title="New hits" hits={gained} />
      <Examples title="Hits that are gone" hits={lost} />
    </section>
  )
}

function Examples({ title, hits }: { readonly title: string; readonly hits: RuleComparison['lost_examples'] }) {
  if (hits.length === 0) return null
  return (
    <>
      <h2>{title}</h2>
      <Hits label={title} hits={hits} />
    </>
  )
}
