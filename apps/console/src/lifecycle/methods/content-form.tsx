import { HTMLSelect } from '@blueprintjs/core'
import {
  attackVectors,
  cvssMetrics,
  feasibilities,
  feasibilityMethods,
  impactLevels,
  type Method,
  potentialFactors,
  stakes,
} from '@carapace/shared/lifecycle/methods/method'
import { sentenceCase } from '../../core/format/format.ts'
import { Field } from '../../core/ui/field.tsx'
import { methodTitles } from '../rating/effort-rows.ts'
import { riskTone } from '../rating/tones.ts'
import { Panel } from '../../core/ui/panel.tsx'
import { ChoiceGrid } from './choice-grid.tsx'
import { type ContentFormProps as FormProps, problemsIn } from '../../graph/methods/versions.ts'
import { withCell } from './edits.ts'
import { LevelsEditor, NumberInput } from './levels-editor.tsx'

type ContentFormProps = FormProps<Method>

const risks = [1, 2, 3, 4, 5].map((value) => ({ value, label: String(value) }))
const cals = [0, 1, 2, 3, 4].map((value) => ({ value, label: value === 0 ? 'none' : String(value) }))
/** The worst at the top. */
const worstFirst = impactLevels.toReversed()
/** The standard leaves these to its user, or publications about it differ (docs/methods.md). */
const toConfirm = <span className="pg-note">compare it with your own copy of the standard</span>

/** The form for all parts of a method; problems are shown in their part. */
export function ContentForm(form: ContentFormProps) {
  return (
    <>
      <Choices {...form} />
      <Matrix {...form} />
      <Potential {...form} />
      <Cvss {...form} />
      <VectorAndCal {...form} />
      <Impact {...form} />
    </>
  )
}

function Problems({ problems, part }: { readonly problems: ContentFormProps['problems']; readonly part: string }) {
  return problemsIn(problems, part).map((why) => (
    <p key={why} className="c-problem mt-problem" role="alert">
      {why}
    </p>
  ))
}

interface SelectFieldProps {
  readonly label: string
  readonly value: string | number
  readonly words: Readonly<Record<string, string>>
  readonly onChoose: (word: string) => void
}

function SelectField({ label, value, words, onChoose }: SelectFieldProps) {
  return (
    <Field label={label}>
      {(id) => (
        <HTMLSelect
          id={id}
          value={value}
          options={Object.entries(words).map(([key, text]) => ({ value: key, label: text }))}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** How the figures are combined. */
function Choices({ content, onChange }: ContentFormProps) {
  const { deciding, attention, impact, potential } = content
  return (
    <Panel title="How it decides">
      <div className="c-form mt-choices">
        <SelectField
          label="Feasibility is decided by"
          value={deciding}
          words={methodTitles}
          onChoose={(word) => onChange({ ...content, deciding: feasibilityMethods.find((each) => each === word)! })}
        />
        <SelectField
          label="Risks need attention from"
          value={attention}
          words={{ 1: '1', 2: '2', 3: '3', 4: '4', 5: '5' }}
          onChoose={(word) => onChange({ ...content, attention: Number(word) })}
        />
        <SelectField
          label="Overall impact"
          value={impact.overall}
          words={{ max: 'Of the worst stakeholder', 'safety-first': 'Safety first, where it is rated' }}
          onChoose={(word) =>
            onChange({ ...content, impact: { ...impact, overall: word === 'max' ? 'max' : 'safety-first' } })
          }
        />
        <SelectField
          label="Steps that are all needed take"
          value={potential.and}
          words={{ max: 'The hardest of each factor', sum: 'The sum of each factor' }}
          onChoose={(word) =>
            onChange({ ...content, potential: { ...potential, and: word === 'max' ? 'max' : 'sum' } })
          }
        />
      </div>
    </Panel>
  )
}

function Matrix({ content, problems, onChange }: ContentFormProps) {
  return (
    <Panel title="Risk by impact and feasibility" extra={toConfirm}>
      <ChoiceGrid
        label="Risk"
        rows={worstFirst}
        columns={feasibilities}
        table={content.matrix}
        choices={risks}
        toneOf={(risk) => `c-sev-${riskTone(risk)}`}
        onChoose={(row, column, value) =>
          onChange({ ...content, matrix: withCell(content.matrix, row, column, value) })
        }
      />
      <Problems problems={problems} part="matrix" />
    </Panel>
  )
}

interface ThresholdsProps<K extends string> {
  readonly of: string
  readonly thresholds: Readonly<Record<K, number>>
  readonly onChange: (thresholds: Record<K, number>) => void
}

/** The thresholds from which a figure gets each rating. */
function Thresholds<K extends string>({ of, thresholds, onChange }: ThresholdsProps<K>) {
  return (
    <fieldset className="mt-levels">
      <legend>Rating thresholds</legend>
      {(Object.keys(thresholds) as K[]).map((key) => (
        <div key={key} className="mt-threshold">
          <span>{sentenceCase(key)} from</span>
          <NumberInput
            label={`${of}: ${sentenceCase(key).toLowerCase()} from`}
            value={thresholds[key]}
            onChange={(value) => onChange({ ...thresholds, [key]: value })}
          />
        </div>
      ))}
    </fieldset>
  )
}

function Potential({ content, problems, onChange }: ContentFormProps) {
  const { potential } = content
  const set = (change: Partial<Method['potential']>) => onChange({ ...content, potential: { ...potential, ...change } })
  return (
    <Panel
      title={methodTitles.potential}
      extra={<span className="pg-note">the sum of the factors; less than medium is high</span>}
    >
      <div className="mt-parts">
        {potentialFactors.map((factor) => (
          <LevelsEditor
            key={factor}
            title={potential.factors[factor].label}
            levels={potential.factors[factor].levels}
            onChange={(levels) =>
              set({ factors: { ...potential.factors, [factor]: { ...potential.factors[factor], levels } } })
            }
          />
        ))}
        <Thresholds
          of={methodTitles.potential}
          thresholds={potential.thresholds}
          onChange={(thresholds) => set({ thresholds })}
        />
      </div>
      <Problems problems={problems} part="potential" />
    </Panel>
  )
}

function Cvss({ content, problems, onChange }: ContentFormProps) {
  const { cvss } = content
  const set = (change: Partial<Method['cvss']>) => onChange({ ...content, cvss: { ...cvss, ...change } })
  return (
    <Panel title={methodTitles.cvss} extra={toConfirm}>
      <div className="mt-parts">
        {cvssMetrics.map((metric) => (
          <LevelsEditor
            key={metric}
            title={cvss.metrics[metric].label}
            levels={cvss.metrics[metric].levels}
            onChange={(levels) => set({ metrics: { ...cvss.metrics, [metric]: { ...cvss.metrics[metric], levels } } })}
          />
        ))}
        <div>
          <fieldset className="mt-levels">
            <legend>Coefficient</legend>
            <div className="mt-threshold">
              <span>Times the metrics</span>
              <NumberInput
                label="Coefficient"
                value={cvss.coefficient}
                onChange={(coefficient) => set({ coefficient })}
              />
            </div>
          </fieldset>
          <Thresholds
            of={methodTitles.cvss}
            thresholds={cvss.thresholds}
            onChange={(thresholds) => set({ thresholds })}
          />
        </div>
      </div>
      <Problems problems={problems} part="cvss" />
    </Panel>
  )
}

function VectorAndCal({ content, problems, onChange }: ContentFormProps) {
  const words = Object.fromEntries(feasibilities.map((each) => [each, sentenceCase(each)]))
  return (
    <Panel title="Attack vector and CAL" extra={toConfirm}>
      <div className="c-form mt-choices">
        {attackVectors.map((vector) => (
          <SelectField
            key={vector}
            label={`${sentenceCase(vector)} is`}
            value={content.vector[vector]}
            words={words}
            onChoose={(word) =>
              onChange({
                ...content,
                vector: { ...content.vector, [vector]: feasibilities.find((each) => each === word)! },
              })
            }
          />
        ))}
      </div>
      <Problems problems={problems} part="vector" />
      <ChoiceGrid
        label="CAL"
        rows={worstFirst}
        columns={attackVectors}
        table={content.cal}
        choices={cals}
        onChoose={(row, column, value) => onChange({ ...content, cal: withCell(content.cal, row, column, value) })}
      />
      <Problems problems={problems} part="cal" />
    </Panel>
  )
}

/** The meaning of each impact level for each stakeholder, as guidance for rating. */
function Impact({ content, problems, onChange }: ContentFormProps) {
  const { impact } = content
  return (
    <Panel title="Impact, in words">
      <div className="c-scroll" tabIndex={0} role="group" aria-label="What levels of impact mean">
        <table className="c-table mt-words">
          <thead>
            <tr>
              <td />
              {stakes.map((stake) => (
                <th key={stake} scope="col">
                  {sentenceCase(stake)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {worstFirst.map((level) => (
              <tr key={level}>
                <th scope="row">{sentenceCase(level)}</th>
                {stakes.map((stake) => (
                  <td key={stake}>
                    <textarea
                      className="bp6-input"
                      rows={2}
                      maxLength={300}
                      aria-label={`${sentenceCase(level)}, ${stake}`}
                      value={impact.words[stake][level]}
                      onChange={(event) =>
                        onChange({
                          ...content,
                          impact: { ...impact, words: withCell(impact.words, stake, level, event.target.value) },
                        })
                      }
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Problems problems={problems} part="impact" />
    </Panel>
  )
}
