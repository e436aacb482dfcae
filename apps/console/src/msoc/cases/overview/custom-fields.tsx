import type { CaseField } from '@carapace/shared/msoc/cases/case-settings.contract'
import { useState } from 'react'
import { Panel } from '../../../core/ui/panel.tsx'
import '../../../core/ui/form.css'
import { useCasePage } from '../page-context.tsx'
import { useCaseSettings } from '../use-settings.ts'
import { ValueField } from './value-field.tsx'

/** The organisation's own fields; nothing while it has defined none. */
export function CustomFields() {
  const { settings } = useCaseSettings()
  if (settings === undefined || settings.fields.length === 0) return null
  return (
    <Panel title="Fields">
      <div className="cs-fields">
        {settings.fields.map((field) => (
          <OneField key={field.uuid} field={field} />
        ))}
      </div>
    </Panel>
  )
}

/** A field that is stored when it loses the focus; a value that was not stored stays in it. */
function OneField({ field }: { readonly field: CaseField }) {
  const { detail, refusal, change } = useCasePage()
  const stored = detail.case.fields[field.uuid] ?? null
  const [typed, setTyped] = useState<{ readonly value: string | number | null }>()
  const save = async () => {
    if (typed === undefined) return
    if (typed.value === stored || (await change({ fields: { [field.uuid]: typed.value } }))) setTyped(undefined)
  }
  return (
    <ValueField
      field={field}
      value={typed === undefined ? stored : typed.value}
      disabled={refusal !== undefined}
      onChange={(value) => setTyped({ value })}
      onDone={() => void save()}
    />
  )
}
