import { HTMLSelect } from '@blueprintjs/core'
import type { Effort } from '@carapace/shared/lifecycle/attack-tree/tree'
import { type ImpactLevel, impactLevels, type Stake } from '@carapace/shared/lifecycle/methods/method'
import type { Indicators } from '@carapace/shared/lifecycle/sightings/indicators'
import type { ComponentType } from 'react'
import { sentenceCase } from '../../core/format/format.ts'
import { Segments } from '../../graph/editing/segments.tsx'
import { fieldOf } from '../../graph/editing/values.ts'
import type { FieldEditorProps } from '../../graph/page/kind-parts.ts'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import { methodOf } from '../rating/assessments.ts'
import { Annex5Picker } from './annex5-picker.tsx'
import { EffortEditor } from '../rating/effort-editor.tsx'
import { goalCalIn } from '../rating/goal-cal.ts'
import { impactNumber } from '../rating/tones.ts'
import { IndicatorsEditor } from '../sightings/indicators-editor.tsx'
import '../rating/rating.css'

/** Editors of the lifecycle's fields that need a special input, by `kind.field`. */
export const fieldEditors: Readonly<Record<string, ComponentType<FieldEditorProps>>> = {
  'threat-scenario.effort': EffortField,
  'control.raises': EffortField,
  'threat-scenario.indicators': IndicatorsField,
  'threat-scenario.annex5': Annex5Picker,
  'damage-scenario.safety': impactField('safety'),
  'damage-scenario.financial': impactField('financial'),
  'damage-scenario.operational': impactField('operational'),
  'damage-scenario.privacy': impactField('privacy'),
  'goal.cal': CalField,
  'requirement.foreign': ForeignField,
}

/** The method of the program, if the page knows it. */
function useMethod() {
  return usePageGraph(methodOf)
}

function EffortField({ value, isReadOnly, onChange }: FieldEditorProps) {
  return <EffortEditor effort={value as Effort} method={useMethod()} isReadOnly={isReadOnly} onChange={onChange} />
}

function impactField(stake: Stake): ComponentType<FieldEditorProps> {
  return function ImpactField({ value, isReadOnly, onChange }) {
    const words = useMethod().impact.words[stake]
    const level = value as ImpactLevel | null
    return (
      <>
        <Segments
          label={sentenceCase(stake)}
          disabled={isReadOnly}
          chosen={level}
          segments={impactLevels.map((key) => ({
            key,
            label: sentenceCase(key),
            detail: String(impactNumber(key)),
            help: words[key],
          }))}
          onChoose={onChange}
          onTakeAway={() => onChange(null)}
          takenAway="not rated"
        />
        {level !== null && <span className="c-note">{words[level]}</span>}
      </>
    )
  }
}

function IndicatorsField({ value, isReadOnly, onChange }: FieldEditorProps) {
  return <IndicatorsEditor indicators={value as Indicators} isReadOnly={isReadOnly} onChange={onChange} />
}

/** A goal's CAL: chosen, or derived from the threat scenarios that the goal addresses. */
function CalField({ artefact, value, isReadOnly, onChange }: FieldEditorProps) {
  const followed = usePageGraph((graph) => goalCalIn(graph, { ...artefact, fields: { ...artefact.fields, cal: null } }))
  const unchosen = followed === null ? '–' : `${followed}, of its threat scenarios`
  if (isReadOnly) return <p className="gr-field-value">{(value as string | null) ?? unchosen}</p>
  const options = Object.entries(fieldOf('goal', 'cal')!.choices!).map(([key, label]) => ({ value: key, label }))
  return (
    <HTMLSelect
      aria-label="CAL"
      value={(value as string | null) ?? ''}
      options={[{ value: '', label: unchosen }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  )
}

/** Attributes that were imported with a requirement and are exported with it again. */
function ForeignField({ value }: FieldEditorProps) {
  const pairs = Object.entries(value as Readonly<Record<string, string>>)
  if (pairs.length === 0) return <p className="gr-field-value">–</p>
  return (
    <dl className="gr-foreign">
      {pairs.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
