import type { CaseTemplate } from '@carapace/shared/msoc/cases/case-settings.contract'
import { Field } from '../../core/ui/field.tsx'
import { useCaseSettings } from './use-settings.ts'

interface TemplateFieldProps {
  /** The uuid of the template; empty: none. */
  readonly value: string
  readonly onChange: (template: CaseTemplate | undefined) => void
}

/** The choice of a template for a new case; nothing while the organisation has none. */
export function TemplateField({ value, onChange }: TemplateFieldProps) {
  const { settings, problem } = useCaseSettings()
  if (problem !== undefined)
    return (
      <p className="c-problem" role="alert">
        The templates did not load. {problem}
      </p>
    )
  if (settings === undefined || settings.templates.length === 0) return null
  const chosen = settings.templates.find(({ uuid }) => uuid === value)
  return (
    <Field label="Template" hint={chosen && hintOf(chosen)}>
      {(id, describedBy) => (
        <span className="bp6-html-select">
          <select
            id={id}
            aria-describedby={describedBy}
            value={value}
            onChange={(event) => onChange(settings.templates.find(({ uuid }) => uuid === event.target.value))}
          >
            <option value="">No template</option>
            {settings.templates.map(({ uuid, name }) => (
              <option key={uuid} value={uuid}>
                {name}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  )
}

/** What the template brings. */
function hintOf({ tasks, tags, sla }: CaseTemplate): string {
  const parts = [
    tasks.length === 1 ? '1 task' : `${tasks.length} tasks`,
    ...(tags.length > 0 ? [`tags ${tags.join(', ')}`] : []),
    ...(Object.keys(sla).length > 0 ? ['time limits'] : []),
  ]
  return `Brings ${parts.join(', ')}.`
}
