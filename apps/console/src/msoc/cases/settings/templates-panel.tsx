import { AddIcon, DuplicateIcon, FormIcon } from '@blueprintjs/icons'
import { Button } from '@blueprintjs/core'
import {
  type CaseTemplate,
  deleteCaseTemplate,
  type getCaseSettings,
  saveCaseTemplate,
} from '@carapace/shared/msoc/cases/case-settings.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../../core/call/call.ts'
import { date, number } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { Panel } from '../../../core/ui/panel.tsx'
import { SeverityLabel } from '../../../core/ui/severity-glyph.tsx'
import { RowActions } from './row-actions.tsx'
import { TemplateForm } from './template-form.tsx'

type Settings = z.output<typeof getCaseSettings.output>

interface TemplatesPanelProps {
  readonly settings: Settings
  readonly onChanged: () => void
}

/** What is edited: a template, a new one, or a copy of one. */
type Edited = { readonly uuid?: string; readonly copyOf?: string }

/** The templates from which cases are opened: their tasks, fields, time limits and texts. */
export function TemplatesPanel({ settings, onChanged }: TemplatesPanelProps) {
  const { templates } = settings
  const [edited, setEdited] = useState<Edited>()
  const refusal = useRefusal(saveCaseTemplate)
  const of = templates.find(({ uuid }) => uuid === edited?.uuid)
  const from = of ?? templates.find(({ uuid }) => uuid === edited?.copyOf)
  const add = (
    <ActButton icon={<AddIcon />} refusal={refusal} onClick={() => setEdited({})}>
      Add template
    </ActButton>
  )
  return (
    <Panel title="Templates" extra={templates.length > 0 && add} className="cse-wide">
      {templates.length === 0 ? (
        <EmptyState icon={<FormIcon size={24} />} title="No templates yet" action={add}>
          A template gives a new case its tasks, fields, time limits and texts.
        </EmptyState>
      ) : (
        <div className="c-scroll" tabIndex={0} role="region" aria-label="Table of templates">
          <table className="c-table">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Severity</th>
                <th scope="col" className="c-number">
                  Tasks
                </th>
                <th scope="col">Time limits</th>
                <th scope="col">Tags</th>
                <th scope="col" className="c-number">
                  Cases
                </th>
                <th scope="col">Changed</th>
                <th scope="col">
                  <span className="c-visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {templates.map((template) => (
                <TemplateRow
                  key={template.uuid}
                  template={template}
                  refusal={refusal}
                  onEdit={setEdited}
                  onChanged={onChanged}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Dialog
        className="cse-template"
        isOpen={edited !== undefined}
        title={of === undefined ? 'New template' : `Template ${of.name}`}
        canOutsideClickClose={false}
        onClose={() => setEdited(undefined)}
      >
        <TemplateForm
          of={of}
          from={from}
          fields={settings.fields}
          onChanged={onChanged}
          onClose={() => setEdited(undefined)}
        />
      </Dialog>
    </Panel>
  )
}

interface TemplateRowProps {
  readonly template: CaseTemplate
  readonly refusal: string | undefined
  readonly onEdit: (edited: Edited) => void
  readonly onChanged: () => void
}

function TemplateRow({ template, refusal, onEdit, onChanged }: TemplateRowProps) {
  const { uuid, name, severity, tasks, tags, sla, cases, updated_at: at, updated_by: by, revision } = template
  return (
    <tr>
      <td>{name}</td>
      <td>{severity === null ? 'worst of the alerts' : <SeverityLabel severity={severity} />}</td>
      <td className="c-number num">{number(tasks.length)}</td>
      <td>{Object.keys(sla).length === 0 ? 'none' : Object.keys(sla).join(', ')}</td>
      <td>{tags.join(', ')}</td>
      <td className="c-number num">
        <Link to="/org/msoc/dashboard/case-management" search={{ template: uuid, view: 'all' }}>
          {number(cases)}
        </Link>
      </td>
      <td className="num" title={by}>
        {date(at)}
      </td>
      <td>
        <span className="cse-actions">
          <Button
            size="small"
            variant="minimal"
            icon={<DuplicateIcon size={14} />}
            aria-label={`Copy ${name}`}
            title={refusal ?? 'Copy'}
            disabled={refusal !== undefined}
            onClick={() => onEdit({ copyOf: uuid })}
          />
          <RowActions
            name={name}
            refusal={refusal}
            consequence="Cases that were opened with it stay as they are."
            onEdit={() => onEdit({ uuid })}
            onDelete={() => call(deleteCaseTemplate, { uuid, revision })}
            onChanged={onChanged}
          />
        </span>
      </td>
    </tr>
  )
}
