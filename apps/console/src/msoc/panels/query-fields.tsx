import { HTMLSelect } from '@blueprintjs/core'
import {
  type Dimension,
  type FilterName,
  isTime,
  type Measure,
  offers,
  type PanelQuery,
  type Subject,
  subjects,
  valuesOf,
} from '@carapace/shared/msoc/panels/panel-query'
import { useState } from 'react'
import { Field } from '../../core/ui/field.tsx'
import { hoursText } from './shape.ts'
import { dimensionTexts, keyText, measureTexts, ofSubject, subjectTexts } from './texts.ts'

const windows = [1, 8, 24, 48, 168, 720, 1_440, 2_160, 8_760]

interface QueryFieldsProps {
  readonly query: PanelQuery
  readonly onChange: (query: PanelQuery) => void
}

/** What is asked: from lists alone, each with what the subject has. */
export function QueryFields({ query, onChange }: QueryFieldsProps) {
  const { subject, group_by: group } = query
  const { measures, dimensions, filters } = offers[subject]
  const change = (part: Partial<PanelQuery>) => onChange({ ...query, ...part })
  const named = (some: readonly Dimension[]) => [
    { value: '', label: 'Nothing' },
    ...some.map((value) => ({ value, label: dimensionTexts[value] })),
  ]
  const dimensionOf = (value: string) => (value === '' ? null : (value as Dimension))
  return (
    <>
      <div className="pn-pair">
        <Choice
          label="What"
          value={subject}
          options={subjects.map((value) => ({ value, label: subjectTexts[value] }))}
          onChoose={(value) => onChange(ofSubject(query, value as Subject))}
        />
        <Choice
          label="Figure"
          value={query.measure}
          options={measures.map((value) => ({ value, label: measureTexts[value] }))}
          onChoose={(value) => change({ measure: value as Measure })}
        />
        <Choice
          label="Grouped by"
          value={group ?? ''}
          options={named(dimensions)}
          onChoose={(value) =>
            change({
              group_by: dimensionOf(value),
              ...((value === '' || value === query.split_by) && { split_by: null }),
            })
          }
        />
        <Choice
          label="Split by"
          value={query.split_by ?? ''}
          options={named(group === null ? [] : dimensions.filter((each) => each !== group && !isTime(each)))}
          onChoose={(value) => change({ split_by: dimensionOf(value) })}
        />
        {subject !== 'vehicles' && (
          <Choice
            label="Time"
            value={String(query.hours)}
            options={windows.map((hours) => ({ value: String(hours), label: `The last ${hoursText(hours)}` }))}
            onChoose={(value) => change({ hours: Number(value) })}
          />
        )}
        {group !== null && !isTime(group) && (
          <Choice
            label="Groups"
            value={String(query.top)}
            options={[5, 10, 20, 50].map((most) => ({ value: String(most), label: `The ${most} highest` }))}
            onChoose={(value) => change({ top: Number(value) })}
          />
        )}
      </div>
      <fieldset className="pn-filters">
        <legend>Only these</legend>
        {filters.map((name) => (
          <FilterField key={`${subject} ${name}`} name={name} query={query} onChange={onChange} />
        ))}
      </fieldset>
    </>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChoose: (value: string) => void
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <Field label={label}>
      {(id) => (
        <HTMLSelect
          id={id}
          fill
          value={value}
          options={[...options]}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

interface FilterFieldProps extends QueryFieldsProps {
  readonly name: FilterName
}

/** Ticks where the values are known, else a line of values with commas between them. */
function FilterField({ name, query, onChange }: FilterFieldProps) {
  const values = query.filters[name] ?? []
  const known = name === 'owner' ? ['none'] : valuesOf(query.subject, name)
  const choose = (next: readonly string[]) => {
    const { [name]: _before, ...rest } = query.filters
    onChange({ ...query, filters: next.length === 0 ? rest : { ...rest, [name]: [...next] } })
  }
  if (known === undefined) return <ListField name={name} values={values} onChange={choose} />
  return (
    <fieldset className="pn-ticks">
      <legend>{dimensionTexts[name]}</legend>
      {known.map((value) => (
        <label key={value} className="pn-tick">
          <input
            type="checkbox"
            checked={values.includes(value)}
            onChange={({ target }) =>
              choose(target.checked ? [...values, value] : values.filter((each) => each !== value))
            }
          />
          {name === 'owner' ? 'Nobody' : keyText(name, value)}
        </label>
      ))}
    </fieldset>
  )
}

interface ListFieldProps {
  readonly name: FilterName
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

/** The text is kept as it is typed: a comma at its end begins another value. */
function ListField({ name, values, onChange }: ListFieldProps) {
  const [text, setText] = useState(values.join(', '))
  return (
    <Field label={dimensionTexts[name]} hint="Several with commas between them; empty: all.">
      {(id, describedBy) => (
        <input
          id={id}
          aria-describedby={describedBy}
          className="bp6-input"
          maxLength={2_000}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            onChange([
              ...new Set(
                target.value
                  .split(',')
                  .map((each) => each.trim())
                  .filter((each) => each !== ''),
              ),
            ])
          }}
        />
      )}
    </Field>
  )
}
