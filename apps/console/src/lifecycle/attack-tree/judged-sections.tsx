import { controlScenarios } from '@carapace/shared/lifecycle/rating/assessment'
import { feasibilityMethods } from '@carapace/shared/lifecycle/methods/method'
import { Badge } from '../../core/ui/status-badge.tsx'
import { methodTitles } from '../rating/effort-rows.ts'
import { FeasibilityBars } from '../rating/feasibility-bars.tsx'
import { RiskChip } from '../rating/risk-chip.tsx'
import { useTreeEditorContext } from './editor-context.ts'
import { ratingsAt } from './rating.ts'
import { ratingText, scenarioWords, valueText } from './words.ts'

/** The rating of the selected path by each of the three methods (rule TREE-UI-10). */
export function MethodsSection() {
  const { rated, path, view } = useTreeEditorContext()
  const row = rated?.rows[path - 1] ?? rated?.rows[0]
  if (!row) return null
  return (
    <section className="te-section" aria-labelledby="at-methods">
      <header>
        <h3 id="at-methods">Three methods on path {row.number}</h3>
      </header>
      <table className="at-methods">
        <tbody>
          {feasibilityMethods.map((name) => {
            const rating = row.initial.ratings[name]
            const verdict = !rating
              ? undefined
              : name === view.method
                ? 'decides'
                : row.disagreeing.includes(name)
                  ? 'Disagrees'
                  : 'agrees'
            return (
              <tr key={name}>
                <th scope="row">{methodTitles[name]}</th>
                <td className="num at-method-value">
                  {name === 'vector' ? (row.initial.vector ?? '') : valueText(name, rating?.value)}
                </td>
                <td>
                  <FeasibilityBars {...rating} value={null} />
                </td>
                <td className="at-method-rating">
                  {verdict !== undefined && <Badge tone={verdict === 'Disagrees' ? 'yellow' : 'grey'}>{verdict}</Badge>}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/**
 * The rating of the whole tree without controls, with the verified ones, and with the planned ones; a click shows the
 * tree in that way.
 */
export function ScenariosSection() {
  const { rated, view, setScenario, tree } = useTreeEditorContext()
  if (!rated) return null
  return (
    <section className="te-section" aria-labelledby="at-scenarios">
      <header>
        <h3 id="at-scenarios">Control scenarios</h3>
      </header>
      <div className="at-scenarios">
        {controlScenarios.map((scenario) => {
          const { title, means } = scenarioWords[scenario]
          return (
            <button
              key={scenario}
              type="button"
              className="at-scenario"
              aria-pressed={scenario === view.scenario}
              onClick={() => setScenario(scenario)}
            >
              <span className="at-scenario-head">
                <b>{title}</b>
                <RiskChip risk={rated.risks[scenario]} label={`${title} risk`} />
              </span>
              <span className="at-scenario-means">{means}</span>
              <span>{ratingText(view.method, ratingsAt(rated.scenarios[scenario], tree.root)?.[view.method])}</span>
            </button>
          )
        })}
      </div>
    </section>
  )
}
