import {
  normalSituation,
  type Situation,
  type SituationDimension,
  situationTitle,
} from '@carapace/shared/functional-safety/situations'
import { Button } from '@blueprintjs/core'
import { toggled, toggledIn } from './situation.ts'
import '../../graph/drawer/drawer.css'
import './hara.css'

interface SituationEditorProps {
  readonly value: Situation
  readonly isReadOnly?: boolean
  readonly catalogue: readonly SituationDimension[]
  /** All values of a dimension may be chosen, to combine each with others. */
  readonly isEach?: boolean
  readonly onChange: (value: Situation) => void
}

/**
 * An operational situation as chips by dimension. A dimension without a chosen chip is not restricted (rule
 * SAFETY-UI-3).
 */
export function SituationEditor({
  value,
  isReadOnly = false,
  catalogue,
  isEach = false,
  onChange,
}: SituationEditorProps) {
  const normal = normalSituation(catalogue, value)
  if (!normal.ok)
    return (
      <p className="c-problem">
        {normal.reason}{' '}
        {!isReadOnly && (
          <Button size="small" variant="outlined" onClick={() => onChange({})}>
            Choose it again
          </Button>
        )}
      </p>
    )
  const chosen = isEach ? value : normal.value
  if (isReadOnly) return <p className="gr-field-value">{situationTitle(catalogue, normal.value)}</p>
  return (
    <div className="fs-situation">
      <p className="fs-situation-words">{situationTitle(catalogue, normal.value)}</p>
      {catalogue.map(({ key, title, values }) => (
        <div key={key} className="fs-dimension" role="group" aria-label={title}>
          <span className="fs-dimension-title">
            {title}
            {!chosen[key]?.length && <span className="gr-none"> any</span>}
          </span>
          <span className="gr-chips">
            {values.map((each) => (
              <button
                key={each.key}
                type="button"
                aria-pressed={chosen[key]?.includes(each.key) === true}
                title={`${each.exposure.duration} by share of time, ${each.exposure.frequency} by how often`}
                onClick={() =>
                  onChange(isEach ? toggled(value, key, each.key) : toggledIn(catalogue, value, key, each.key))
                }
              >
                {each.title}
              </button>
            ))}
          </span>
        </div>
      ))}
    </div>
  )
}
