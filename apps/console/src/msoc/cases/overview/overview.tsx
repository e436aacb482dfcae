import type { ReactNode } from 'react'
import { CaseCaptures } from '../../captures/case-captures.tsx'
import { useCasePage } from '../page-context.tsx'
import { CaseVehicles } from './case-vehicles.tsx'
import { CustomFields } from './custom-fields.tsx'
import { DraftText } from './draft-text.tsx'

/** The longest text that the call takes. */
const longest = 20_000

const texts = [
  ['description', 'Description', 'What is this case about? What is known so far?'],
  ['impact', 'Impact', 'Which vehicles, functions and people are affected?'],
  ['causes', 'Causes', 'Why could it happen?'],
  ['lessons', 'Lessons', 'What do we change, so that it is found sooner or cannot happen?'],
] as const

/** The texts of the case, the organisation's own fields, and what is involved. */
export function Overview({ children }: { readonly children: ReactNode }) {
  const { detail, refusal, change } = useCasePage()
  const { case: shown } = detail
  const [[field, title, hint], ...others] = texts
  const text = (name: (typeof texts)[number][0], heading: string, empty: string) => (
    <DraftText
      key={name}
      caseUuid={shown.uuid}
      field={name}
      title={heading}
      stored={shown[name]}
      maxLength={longest}
      hint={empty}
      refusal={refusal}
      save={(written) => change({ [name]: written })}
    />
  )
  return (
    <div className="cs-overview">
      {text(field, title, hint)}
      <CustomFields />
      <div className="cs-thirds">{others.map(([name, heading, empty]) => text(name, heading, empty))}</div>
      <CaseVehicles />
      <CaseCaptures uuid={shown.uuid} />
      {children}
    </div>
  )
}
