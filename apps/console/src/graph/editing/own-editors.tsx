import { HTMLSelect } from '@blueprintjs/core'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { defaultMethod } from '@carapace/shared/lifecycle/methods/default-method'
import type { Indicators } from '@carapace/shared/lifecycle/sightings/indicators'
import { type ImpactLevel, impactLevels, type Stake } from '@carapace/shared/lifecycle/methods/method'
import type { Effort } from '@carapace/shared/lifecycle/attack-tree/tree'
import { type ComponentType, createElement } from 'react'
import { sentenceCase } from '../../core/format/format.ts'
import { useDeskGraph } from '../page/desk.tsx'
import { EffortEditor } from '../../lifecycle/rating/effort-editor.tsx'
import { goalCal } from '../../lifecycle/rating/goal-cal.ts'
import { IndicatorsEditor } from '../../lifecycle/sightings/indicators-editor.tsx'
import { ListField } from './list-field.tsx'
import { listed } from './lists.ts'
import { Segments } from './segments.tsx'
import { impactNumber } from '../../lifecycle/rating/tones.ts'
import { fieldOf } from './values.ts'

interface OwnEditorProps {
  readonly artefact: Artefact
  readonly value: unknown
  readonly isReadOnly: boolean
  readonly onChange: (value: unknown) => void
}

const editors: Readonly<Record<string, ComponentType<OwnEditorProps>>> = {
  'threat-scenario.effort': EffortField,
  'control.raises': EffortField,
  'threat-scenario.indicators': IndicatorsField,
  'threat-scenario.annex5': Annex5Field,
  'damage-scenario.safety': impactField('safety'),
  'damage-scenario.financial': impactField('financial'),
  'damage-scenario.operational': impactField('operational'),
  'damage-scenario.privacy': impactField('privacy'),
  'goal.cal': CalField,
  'requirement.foreign': ForeignField,
}

/** Whether a field of a kind has an editor for itself. */
export function hasOwnEditor(kind: string, field: string): boolean {
  return Object.hasOwn(editors, `${kind}.${field}`)
}

/** The editor that a field of a kind has for itself. */
export function OwnEditor({ field, ...props }: OwnEditorProps & { readonly field: string }) {
  return createElement(editors[`${props.artefact.kind}.${field}`]!, props)
}

/** The method of the program, where the page knows it. */
function useMethod() {
  return useDeskGraph(({ method }) => method?.content) ?? defaultMethod
}

function EffortField({ value, isReadOnly, onChange }: OwnEditorProps) {
  return <EffortEditor effort={value as Effort} method={useMethod()} isReadOnly={isReadOnly} onChange={onChange} />
}

function impactField(stake: Stake): ComponentType<OwnEditorProps> {
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
        />
        {level !== null && <span className="c-note">{words[level]}</span>}
      </>
    )
  }
}

function IndicatorsField({ value, isReadOnly, onChange }: OwnEditorProps) {
  return <IndicatorsEditor indicators={value as Indicators} isReadOnly={isReadOnly} onChange={onChange} />
}

/** A goal's CAL: chosen, or left to the threat scenarios that it answers. */
function CalField({ artefact, value, isReadOnly, onChange }: OwnEditorProps) {
  const followed = useDeskGraph((graph) => goalCal(graph, { ...artefact, fields: { ...artefact.fields, cal: null } }))
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

const item = /^\d{1,2}\.\d{1,2}$/

/** Threats of UN R155 Annex 5 by their numbers. */
function Annex5Field({ value, isReadOnly, onChange }: OwnEditorProps) {
  return (
    <ListField
      label="Items"
      hint="4.1, 20.3"
      isReadOnly={isReadOnly}
      value={(value as string[]).join(', ')}
      onDone={(said) => {
        const items = listed(said)
        const wrong = items.find((each) => !item.test(each))
        if (wrong !== undefined) return `${wrong} is no item: they are written like 4.1.`
        onChange([...new Set(items)])
      }}
    />
  )
}

/** What came with a requirement from elsewhere, and goes out with it again. */
function ForeignField({ value }: OwnEditorProps) {
  const pairs = Object.entries(value as Readonly<Record<string, string>>)
  if (pairs.length === 0) return <p className="gr-field-value">–</p>
  return (
    <dl className="gr-foreign">
      {pairs.map(([name, said]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{said}</dd>
        </div>
      ))}
    </dl>
  )
}
