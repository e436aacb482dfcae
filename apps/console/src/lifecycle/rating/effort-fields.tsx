import type { FeasibilityMethod, Method } from '@carapace/shared/lifecycle/methods/method'
import type { Effort } from '@carapace/shared/lifecycle/attack-tree/tree'
import { type EffortRow, effortRows } from './effort-rows.ts'
import { Segments } from '../../graph/editing/segments.tsx'
import { ratingValueText } from './value-text.ts'
import './rating.css'

interface EffortFieldsProps {
  /** The step, for screen readers: "A3". */
  readonly of?: string
  readonly effort: Effort
  /** The method that defines the levels. */
  readonly method: Method
  /** Which of its three ratings is edited. */
  readonly by: FeasibilityMethod
  /** Full width, with the selected level shown once above. */
  readonly isWide?: boolean
  readonly disabled: boolean
  readonly onChange: (effort: Effort, what: string) => void
}

/** The effort of an attack, level by level, with the program's labels. Clicking the selected level clears it. */
export function EffortFields({ of, effort, method, by, isWide = false, disabled, onChange }: EffortFieldsProps) {
  const rows = effortRows(method, effort, by)
  return (
    <div className={isWide ? 'gr-factors gr-factors-wide' : 'gr-factors'}>
      {rows.map(({ key, label, levels, chosen, set }) => (
        <div key={key} className="gr-factor">
          {rows.length > 1 && (
            <div className="gr-factor-head">
              <span>{label}</span>
              <b className="num">{levelText({ levels, chosen }, isWide)}</b>
            </div>
          )}
          <Segments
            label={of === undefined ? label : `${label} of ${of}`}
            {...(isWide && { look: 'wide' })}
            segments={levels.map(({ value, ...level }) => ({
              ...level,
              ...(!isWide && value !== undefined && { detail: ratingValueText(value) }),
            }))}
            chosen={chosen}
            disabled={disabled}
            onChoose={(to) => onChange(set(to), label)}
            onTakeAway={() => onChange(set(undefined), label)}
            takenAway="not rated"
          />
        </div>
      ))}
    </div>
  )
}

/** The value of the selected level, or that the method does not have it (rule FEASIBILITY-4). */
function levelText({ levels, chosen }: Pick<EffortRow, 'levels' | 'chosen'>, isWide: boolean): string | undefined {
  const level = levels.find(({ key }) => key === chosen)
  if (chosen !== undefined && !level) return `${chosen}: unknown to the method`
  return isWide && level?.value !== undefined ? ratingValueText(level.value) : undefined
}
