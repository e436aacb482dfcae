import { HTMLSelect } from '@blueprintjs/core'
import { alertSources } from '@carapace/shared/msoc/alerts/alerts'
import { type StepKind, stepKinds } from '@carapace/shared/msoc/alerts/pipeline/alert-steps'
import { mayBeEndless } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.contract'
import { severities } from '@carapace/shared/msoc/severity'
import { sentenceCase } from '../../core/format/format.ts'
import { useZone, zoneTitle } from '../../core/format/zone.ts'
import { Field, LineField } from '../../core/ui/field.tsx'
import { sourceTexts } from '../alert-management/sentences.ts'
import { AssignmentFields, EscalationFields } from './following-fields.tsx'
import type { MatcherDraft, StepDraft } from './step-draft.ts'
import { kindTexts } from './step-texts.ts'

interface StepFieldsProps {
  readonly draft: StepDraft
  readonly onChange: (change: Partial<StepDraft>) => void
}

/** The kind of the step, and the fields for what it matches (rule ALERT-PIPELINE-UI-3). */
export function SelectionFields({ draft, onChange }: StepFieldsProps) {
  const { kind, matchers, inhibitors } = draft
  return (
    <>
      <Field label="Kind">
        {(id) => (
          <HTMLSelect
            id={id}
            value={kind}
            options={stepKinds.map((each) => ({ value: each, label: kindTexts[each] }))}
            onChange={(event) => {
              const chosen = event.currentTarget.value as StepKind
              onChange({ kind: chosen, ...(mayBeEndless(chosen) && !mayBeEndless(kind) && { until: '' }) })
            }}
          />
        )}
      </Field>
      <MatcherFields
        legend={kind === 'inhibition' ? 'Inhibited alerts' : 'Alerts'}
        ofVehicles={kind === 'maintenance'}
        matchers={matchers}
        onChange={(change) => onChange({ matchers: { ...matchers, ...change } })}
      />
      {kind === 'inhibition' && (
        <MatcherFields
          legend="While such an alert is open on the same vehicle"
          matchers={inhibitors}
          onChange={(change) => onChange({ inhibitors: { ...inhibitors, ...change } })}
        />
      )}
    </>
  )
}

interface MatcherFieldsProps {
  readonly legend: string
  /** Vehicles and models only. */
  readonly ofVehicles?: boolean
  readonly matchers: MatcherDraft
  readonly onChange: (change: Partial<MatcherDraft>) => void
}

/** The fields of matchers. */
export function MatcherFields({ legend, ofVehicles = false, matchers, onChange }: MatcherFieldsProps) {
  const line = (key: 'rules' | 'vehicles' | 'models' | 'observables' | 'title', label: string, placeholder: string) => (
    <LineField
      label={label}
      placeholder={placeholder}
      value={matchers[key]}
      maxLength={4_000}
      autoComplete="off"
      onChange={(value) => onChange({ [key]: value })}
    />
  )
  return (
    <fieldset className="ap-matchers">
      <legend>{legend}</legend>
      {!ofVehicles && line('rules', 'Rules', 'can-flood, can-fuzz')}
      {line('vehicles', 'Vehicles', 'VINs')}
      {line('models', 'Models', 'Models of vehicles')}
      {!ofVehicles && (
        <>
          <Words
            label="Severities"
            words={severities.toReversed()}
            textOf={sentenceCase}
            chosen={matchers.severities}
            onChoose={(chosen) => onChange({ severities: chosen })}
          />
          <Words
            label="Sources"
            words={alertSources}
            textOf={(source) => sourceTexts[source]}
            chosen={matchers.sources}
            onChoose={(chosen) => onChange({ sources: chosen })}
          />
          {line('observables', 'Observables', 'arbitration_id:0x2C1')}
          {line('title', 'Words in the title', 'Every one of them')}
        </>
      )}
    </fieldset>
  )
}

/** The fields for what an assignment or an escalation does with the alerts. */
export function FollowingFields({ draft, onChange }: StepFieldsProps) {
  const { kind, assignment, escalation } = draft
  return (
    <>
      {kind === 'assignment' && (
        <AssignmentFields
          legend="Assigned to"
          draft={assignment}
          onChange={(change) => onChange({ assignment: { ...assignment, ...change } })}
        />
      )}
      {kind === 'escalation' && (
        <EscalationFields
          draft={escalation}
          to={assignment}
          onChange={(change) => onChange({ escalation: { ...escalation, ...change } })}
          onChangeTo={(change) => onChange({ assignment: { ...assignment, ...change } })}
        />
      )}
    </>
  )
}

/** The fields for when and why a step applies. */
export function TimeFields({ draft, onChange }: StepFieldsProps) {
  const zone = zoneTitle(useZone())
  const time = (key: 'from' | 'until', label: string) => (
    <Field label={`${label} (${zone})`}>
      {(id) => (
        <input
          id={id}
          className="bp6-input num"
          type="datetime-local"
          value={draft[key]}
          onChange={(event) => onChange({ [key]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <>
      {time('from', 'From')}
      {time('until', mayBeEndless(draft.kind) ? 'Until, empty: without an end' : 'Until')}
      <LineField
        label="Reason"
        value={draft.reason}
        maxLength={500}
        required
        autoComplete="off"
        onChange={(reason) => onChange({ reason })}
      />
      <LineField
        label="Order"
        hint="Steps with a lower number come first. Empty: last. The arrows of the list change it too."
        value={draft.order}
        maxLength={6}
        autoComplete="off"
        onChange={(order) => onChange({ order })}
      />
    </>
  )
}

interface WordsProps<Word extends string> {
  readonly label: string
  readonly words: readonly Word[]
  readonly textOf: (word: Word) => string
  readonly chosen: readonly Word[]
  readonly onChoose: (chosen: readonly Word[]) => void
}

/** Any number of a few words; none of them means that all match. */
function Words<Word extends string>({ label, words, textOf, chosen, onChoose }: WordsProps<Word>) {
  return (
    <fieldset className="c-field ap-words">
      <legend>{label}</legend>
      {words.map((word) => (
        <label key={word}>
          <input
            type="checkbox"
            checked={chosen.includes(word)}
            onChange={(event) =>
              onChoose(words.filter((each) => (each === word ? event.target.checked : chosen.includes(each))))
            }
          />
          {textOf(word)}
        </label>
      ))}
    </fieldset>
  )
}
