import { listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { listCases } from '@carapace/shared/msoc/cases/cases.contract'
import type { SubjectKind } from '@carapace/shared/msoc/playbooks/playbook'
import { listVehicles } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useRequest } from '../../../core/call/query.ts'
import { useSettled } from '../../../core/call/use-settled.ts'
import { dateTime } from '../../../core/format/format.ts'

/** An alert, a case or a vehicle to run a playbook with. */
export interface FoundSubject {
  readonly kind: SubjectKind
  readonly uuid: string
  readonly label: string
  readonly detail: string
}

interface SubjectSearchProps {
  readonly kind: SubjectKind
  readonly chosen: FoundSubject | undefined
  readonly onChoose: (subject: FoundSubject) => void
}

const pauseMs = 150
const limit = 8
const whats = { alert: 'Past alert', case: 'Case', vehicle: 'Vehicle' } as const

/** Finds the alert, case or vehicle of a dry run: the latest ones, or those that match the words. */
export function SubjectSearch({ kind, chosen, onChoose }: SubjectSearchProps) {
  const [words, setWords] = useState('')
  const settled = useSettled(words.trim(), pauseMs) ?? ''
  const { data, problem } = useRequest(['playbook-subjects', kind, settled], (signal) => find(kind, settled, signal))
  return (
    <fieldset className="c-field pb-subjects">
      <legend>{whats[kind]}</legend>
      <input
        className="bp6-input"
        type="search"
        aria-label={`Find: ${whats[kind].toLowerCase()}`}
        placeholder={kind === 'vehicle' ? 'VIN or name' : 'Title or number'}
        autoComplete="off"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      {problem !== undefined && <span className="c-problem">{problem}</span>}
      <div role="radiogroup" aria-label={whats[kind]} className="pb-found">
        {data?.map((subject) => (
          <label key={subject.uuid} className="pb-found-one">
            <input
              type="radio"
              name="subject"
              checked={chosen?.uuid === subject.uuid}
              onChange={() => onChoose(subject)}
            />
            <span className="mono">{subject.label}</span>
            <span className="pb-found-detail" title={subject.detail}>
              {subject.detail}
            </span>
          </label>
        ))}
        {data?.length === 0 && <span className="c-note">Nothing was found.</span>}
      </div>
    </fieldset>
  )
}

async function find(kind: SubjectKind, q: string, signal: AbortSignal): Promise<FoundSubject[]> {
  const asked = { ...(q !== '' && { q }), limit }
  if (kind === 'alert') {
    const { alerts } = await call(listAlerts, { ...asked, suppressed: 'any' }, { signal })
    return alerts.map(({ uuid, number, title, vehicle, raised_at: at }) => ({
      kind,
      uuid,
      label: `ALR-${number}`,
      detail: [title, vehicle?.vin, dateTime(at)].filter(Boolean).join(' · '),
    }))
  }
  if (kind === 'case') {
    const { cases } = await call(listCases, asked, { signal })
    return cases.map(({ uuid, number, title }) => ({ kind, uuid, label: `CAS-${number}`, detail: title }))
  }
  const { vehicles } = await call(listVehicles, asked, { signal })
  return vehicles.map(({ uuid, vin, name, model }) => ({ kind, uuid, label: vin, detail: name || model }))
}
