import { profileWarnings, whyNotProfile } from '@carapace/shared/fmea/profile-check'
import {
  type FmeaForm,
  fmeaForms,
  type PriorityTable,
  RatingProfile,
  type RatingVariable,
  ratingVariables,
  variableTitles,
} from '@carapace/shared/fmea/rating-profile'
import { useState } from 'react'
import { number } from '../../core/format/format.ts'
import { Panel } from '../../core/ui/panel.tsx'
import { Segments } from '../../graph/editing/segments.tsx'
import { type ContentFormProps, problemsIn } from '../../graph/methods/versions.ts'
import { checksumOf, isEdge, mergeBelow, nextPriority, splitBelow, withPriority } from './bands.ts'
import './settings.css'

type FormProps = ContentFormProps<RatingProfile>

const formTitles: Readonly<Record<FmeaForm, string>> = { design: 'DFMEA', process: 'PFMEA', monitoring: 'FMEA-MSR' }
const tables = [
  { name: 'usual', title: 'Action priority of DFMEA and PFMEA', form: 'design' },
  { name: 'monitoring', title: 'Action priority of FMEA-MSR', form: 'monitoring' },
] as const
type TableName = (typeof tables)[number]['name']

/** Why a profile may not be stored with this input, by position; empty if it may. */
export function problemsOf(content: RatingProfile): Readonly<Record<string, string>> {
  const { success, error } = RatingProfile.safeParse(content)
  return success
    ? whyNotProfile(content)
    : Object.fromEntries(
        error.issues.map(({ path }) => [path.join('.'), 'Each rating has a criterion of at most 80 characters.']),
      )
}

/** The form of a rating profile: the criteria of all ratings, and the two tables of action priorities. */
export function ProfileForm(form: FormProps) {
  return (
    <>
      <Criteria {...form} />
      {tables.map(({ name, title, form: of }) => (
        <Panel key={name} title={title} extra={<Checksum {...form} name={name} />}>
          <Priorities {...form} name={name} form={of} />
        </Panel>
      ))}
    </>
  )
}

function Criteria({ content, problems, onChange }: FormProps) {
  const [form, setForm] = useState<FmeaForm>('design')
  const [variable, setVariable] = useState<RatingVariable>('severity')
  const scale = content.scales[form][variable]
  const set = (index: number, change: Partial<(typeof scale)[number]>) =>
    onChange({
      ...content,
      scales: {
        ...content.scales,
        [form]: { ...content.scales[form], [variable]: scale.with(index, { ...scale[index]!, ...change }) },
      },
    })
  return (
    <Panel title="Rating criteria">
      <div className="fs-switches">
        <Segments
          look="switch"
          label="Form"
          chosen={form}
          segments={fmeaForms.map((key) => ({ key, label: formTitles[key] }))}
          onChoose={setForm}
        />
        <Segments
          look="switch"
          label="Rating"
          chosen={variable}
          segments={ratingVariables.map((key) => ({ key, label: variableTitles[form][key] }))}
          onChoose={setVariable}
        />
      </div>
      <table className="c-table fs-criteria">
        <thead>
          <tr>
            <th scope="col">{variableTitles[form][variable][0]}</th>
            <th scope="col">Criterion</th>
            <th scope="col">Description</th>
          </tr>
        </thead>
        <tbody>
          {scale
            .map((one, index) => (
              <tr key={index}>
                <th scope="row" className="num">
                  {index + 1}
                </th>
                <td>
                  <textarea
                    className="bp6-input"
                    rows={2}
                    maxLength={80}
                    aria-label={`Criterion of ${variableTitles[form][variable].toLowerCase()} ${index + 1}`}
                    value={one.title}
                    onChange={({ target }) => set(index, { title: target.value })}
                  />
                </td>
                <td>
                  <textarea
                    className="bp6-input"
                    rows={2}
                    maxLength={400}
                    aria-label={`Description of ${variableTitles[form][variable].toLowerCase()} ${index + 1}`}
                    value={one.description}
                    onChange={({ target }) => set(index, { description: target.value })}
                  />
                </td>
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
      <Problems problems={problems} part="scales" />
    </Panel>
  )
}

/** How many of the 1,000 combinations have each priority; the handbook's own table can be compared with it. */
function Checksum({ content, name }: FormProps & { readonly name: TableName }) {
  if (Object.keys(whyNotProfile(content)).some((where) => where.startsWith(`priorities.${name}`))) return null
  const { H, M, L } = checksumOf(content.priorities[name])
  return (
    <span className="pg-note num">
      of {number(1_000)} combinations {number(H)} high, {number(M)} medium, {number(L)} low
    </span>
  )
}

function Priorities({
  content,
  problems,
  onChange,
  name,
  form,
}: FormProps & { readonly name: TableName; readonly form: FmeaForm }) {
  const table = content.priorities[name]
  const set = (changed: PriorityTable) =>
    onChange({ ...content, priorities: { ...content.priorities, [name]: changed } })
  const isValid = Object.keys(whyNotProfile(content)).length === 0
  const warnings = isValid ? profileWarnings(content).filter(({ where }) => where.startsWith(`priorities.${name}`)) : []
  return (
    <>
      <div className="fs-bands">
        {ratingVariables.map((variable) => (
          <Bands key={variable} table={table} variable={variable} form={form} onChange={set} />
        ))}
      </div>
      <PriorityGrid table={table} form={form} onChange={set} />
      {warnings.length > 0 && (
        <ul className="fs-warnings">
          {warnings.map(({ where, message }) => (
            <li key={where}>{message}</li>
          ))}
        </ul>
      )}
      <Problems problems={problems} part={`priorities.${name}`} />
    </>
  )
}

interface BandsProps {
  readonly table: PriorityTable
  readonly variable: RatingVariable
  readonly form: FmeaForm
  readonly onChange: (table: PriorityTable) => void
}

const ratings = Array.from({ length: 10 }, (_, i) => 10 - i)

/** The ratings from 10 to 1: a click between two of them ends a band there, or joins two bands. */
function Bands({ table, variable, form, onChange }: BandsProps) {
  const title = variableTitles[form][variable]
  return (
    <div className="fs-band" role="group" aria-label={`Bands of ${title.toLowerCase()}`}>
      <span className="fs-band-title">{title}</span>
      {ratings.map((rating) => {
        const isCut = isEdge(table, variable, rating)
        return (
          <span key={rating} className="fs-band-part">
            <span className="num">{rating}</span>
            {rating > 1 && (
              <button
                type="button"
                className="fs-cut"
                aria-pressed={isCut}
                aria-label={`${title}: a band ends between ${rating} and ${rating - 1}`}
                onClick={() => onChange((isCut ? mergeBelow : splitBelow)(table, variable, rating))}
              />
            )}
          </span>
        )
      })}
    </div>
  )
}

type Band = PriorityTable['severity'][number]

const bandText = ({ from, to }: Band) => (from === to ? `${from}` : `${to}–${from}`)

function PriorityGrid({ table, form, onChange }: Omit<BandsProps, 'variable'>) {
  const { severity, occurrence, detection } = variableTitles[form]
  const where = (s: Band, o: Band, d: Band) =>
    `${severity} ${bandText(s)}, ${occurrence} ${bandText(o)}, ${detection} ${bandText(d)}`
  return (
    <div className="c-scroll" tabIndex={0} role="group" aria-label="Action priorities by bands">
      <table className="c-table fs-grid">
        <thead>
          <tr>
            <th scope="col">{severity}</th>
            <th scope="col">{occurrence}</th>
            {table.detection.map((band) => (
              <th key={band.to} scope="col" className="num">
                {detection[0]} {bandText(band)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.severity.flatMap((s, i) =>
            table.occurrence.map((o, j) => (
              <tr key={`${s.to} ${o.to}`} className={j === 0 ? 'fs-first' : undefined}>
                {j === 0 && (
                  <th scope="rowgroup" rowSpan={table.occurrence.length} className="num">
                    {bandText(s)}
                  </th>
                )}
                <th scope="row" className="num">
                  {bandText(o)}
                </th>
                {table.detection.map((d, k) => {
                  const priority = table.cells[i]![j]![k]!
                  return (
                    <td key={d.to}>
                      <button
                        type="button"
                        className={`fs-cell fs-cell-${priority}`}
                        aria-label={`${where(s, o, d)}: ${priority}`}
                        onClick={() =>
                          onChange(
                            withPriority(table, { severity: i, occurrence: j, detection: k }, nextPriority(priority)),
                          )
                        }
                      >
                        {priority}
                      </button>
                    </td>
                  )
                })}
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  )
}

function Problems({ problems, part }: { readonly problems: FormProps['problems']; readonly part: string }) {
  const found = problemsIn(problems, part)
  if (found.length === 0) return null
  return (
    <ul className="c-problem fs-problems" role="alert">
      {found.map((why) => (
        <li key={why}>{why}</li>
      ))}
    </ul>
  )
}
