import { HTMLSelect } from '@blueprintjs/core'
import {
  caseEvents,
  type Schedule,
  subjectKinds,
  type Trigger,
  type TriggerKind,
} from '@carapace/shared/msoc/playbooks/playbook'
import { severities } from '@carapace/shared/msoc/severity'
import { sentenceCase } from '../../../core/format/format.ts'
import { Field } from '../../../core/ui/field.tsx'
import { useFieldContext } from '../fields/field-context.ts'
import { InputsField } from '../fields/inputs-field.tsx'
import { MatchersField } from '../fields/matchers-field.tsx'
import { triggerTexts } from '../words.ts'

interface TriggerFormProps {
  readonly trigger: Trigger
  readonly onChange: (trigger: Trigger) => void
}

const kinds = Object.keys(triggerTexts) as TriggerKind[]

/** A trigger of a kind with its usual settings. */
const fresh: Readonly<Record<TriggerKind, Trigger>> = {
  alert: { kind: 'alert', matchers: null },
  case: { kind: 'case', on: ['opened'] },
  schedule: { kind: 'schedule', schedule: { kind: 'interval', minutes: 60 } },
  webhook: { kind: 'webhook' },
  manual: { kind: 'manual', subject: 'alert' },
  called: { kind: 'called', inputs: [] },
}

/** What starts the playbook. */
export function TriggerForm({ trigger, onChange }: TriggerFormProps) {
  const { isReadOnly } = useFieldContext()
  return (
    <>
      <Field label="Starts by">
        {(id) => (
          <HTMLSelect
            id={id}
            value={trigger.kind}
            disabled={isReadOnly}
            options={kinds.map((kind) => ({ value: kind, label: triggerTexts[kind] }))}
            onChange={({ currentTarget }) => onChange(fresh[currentTarget.value as TriggerKind])}
          />
        )}
      </Field>
      <Details trigger={trigger} onChange={onChange} />
    </>
  )
}

function Details({ trigger, onChange }: TriggerFormProps) {
  const { isReadOnly } = useFieldContext()
  switch (trigger.kind) {
    case 'alert':
      return (
        <MatchersField
          legend="Alerts that start it"
          matchers={trigger.matchers}
          isReadOnly={isReadOnly}
          onChange={(matchers) => onChange({ ...trigger, matchers })}
        />
      )
    case 'case':
      return (
        <>
          <Boxes
            legend="When a case is"
            words={caseEvents}
            chosen={trigger.on}
            onChoose={(on) => onChange({ ...trigger, on: [...on] })}
          />
          <Boxes
            legend="Severities (none: every case)"
            words={severities.toReversed()}
            chosen={trigger.severities ?? []}
            onChoose={(chosen) => {
              const { severities: _all, ...rest } = trigger
              onChange(chosen.length === 0 ? rest : { ...rest, severities: [...chosen] })
            }}
          />
        </>
      )
    case 'schedule':
      return <ScheduleForm schedule={trigger.schedule} onChange={(schedule) => onChange({ ...trigger, schedule })} />
    case 'manual':
      return (
        <Field label="From" hint="Where people start it; the expressions read this subject.">
          {(id, describedBy) => (
            <HTMLSelect
              id={id}
              aria-describedby={describedBy}
              value={trigger.subject ?? ''}
              disabled={isReadOnly}
              options={[
                ...subjectKinds.map((kind) => ({ value: kind, label: `The page of the ${kind}` })),
                { value: '', label: 'The list of playbooks' },
              ]}
              onChange={({ currentTarget: { value } }) =>
                onChange({ kind: 'manual', subject: subjectKinds.find((kind) => kind === value) ?? null })
              }
            />
          )}
        </Field>
      )
    case 'called':
      return (
        <InputsField
          label="Inputs that the calling playbook gives"
          inputs={trigger.inputs}
          onChange={(inputs) => onChange({ ...trigger, inputs: [...inputs] })}
        />
      )
    case 'webhook':
      return (
        <p className="c-note">
          A signed request starts it; its JSON body is read as <span className="mono">webhook.body</span>.
        </p>
      )
  }
}

interface BoxesProps<Word extends string> {
  readonly legend: string
  readonly words: readonly Word[]
  readonly chosen: readonly Word[]
  readonly onChoose: (chosen: readonly Word[]) => void
}

function Boxes<Word extends string>({ legend, words, chosen, onChoose }: BoxesProps<Word>) {
  const { isReadOnly } = useFieldContext()
  return (
    <fieldset className="c-field">
      <legend>{legend}</legend>
      <span className="pb-boxes">
        {words.map((word) => (
          <label key={word} className="pb-box">
            <input
              type="checkbox"
              checked={chosen.includes(word)}
              disabled={isReadOnly}
              onChange={({ target }) =>
                onChoose(words.filter((each) => (each === word ? target.checked : chosen.includes(each))))
              }
            />
            {sentenceCase(word)}
          </label>
        ))}
      </span>
    </fieldset>
  )
}

const cronFields = [
  { key: 'minute', label: 'Minute' },
  { key: 'hour', label: 'Hour' },
  { key: 'day', label: 'Day' },
  { key: 'month', label: 'Month' },
  { key: 'weekday', label: 'Weekday' },
] as const

const daily: Schedule = { kind: 'cron', minute: '0', hour: '6', day: '*', month: '*', weekday: '*' }

interface ScheduleFormProps {
  readonly schedule: Schedule
  readonly onChange: (schedule: Schedule) => void
}

function ScheduleForm({ schedule, onChange }: ScheduleFormProps) {
  const { isReadOnly } = useFieldContext()
  return (
    <>
      <Field label="Repeats">
        {(id) => (
          <HTMLSelect
            id={id}
            value={schedule.kind}
            disabled={isReadOnly}
            options={[
              { value: 'interval', label: 'At an interval' },
              { value: 'cron', label: 'At times' },
            ]}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.value === 'cron' ? daily : { kind: 'interval', minutes: 60 })
            }
          />
        )}
      </Field>
      {schedule.kind === 'interval' ? (
        <Field label="Every (minutes)">
          {(id) => (
            <input
              id={id}
              className="bp6-input num pb-number"
              type="number"
              min={1}
              max={44_640}
              readOnly={isReadOnly}
              value={schedule.minutes}
              onChange={({ target }) =>
                onChange({ kind: 'interval', minutes: Math.max(1, Math.round(Number(target.value)) || 1) })
              }
            />
          )}
        </Field>
      ) : (
        <fieldset className="c-field">
          <legend>Times in UTC, by the fields of cron</legend>
          <span className="pb-cron">
            {cronFields.map(({ key, label }) => (
              <label key={key}>
                <span>{label}</span>
                <input
                  className="bp6-input mono"
                  maxLength={80}
                  readOnly={isReadOnly}
                  value={schedule[key]}
                  onChange={({ target }) => onChange({ ...schedule, [key]: target.value })}
                />
              </label>
            ))}
          </span>
          <span className="c-note">*, */5, 7, 1-5 or 1,15. Weekday 0 is Sunday.</span>
        </fieldset>
      )}
    </>
  )
}
