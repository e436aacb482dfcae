import { DialogBody } from '@blueprintjs/core'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { useId, useState } from 'react'
import { number } from '../../../core/format/format.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import '../../../core/ui/form.css'
import { TemplateField } from '../../cases/template-field.tsx'
import { CaseSearch, openStages } from './case-search.tsx'
import { useAlertPage } from '../page-context.tsx'
import { alertId } from '../sentences.ts'
import type { Into } from './triage-sources.ts'

/** The dialog for the case that alerts are escalated to: a new case with a title, or an open case. */
export function EscalateDialog() {
  const { question, ask } = useAlertPage()
  const targets = question?.about === 'escalate' && question.targets !== 'everything' ? question.targets : undefined
  return (
    <Dialog
      className="am-dialog"
      isOpen={targets !== undefined}
      title={targets === undefined ? '' : titleOf(targets)}
      onClose={() => ask(null)}
    >
      {targets !== undefined && <Question targets={targets} />}
    </Dialog>
  )
}

function titleOf(targets: readonly Alert[]): string {
  const [only] = targets
  return targets.length === 1 && only !== undefined
    ? `Escalate ${alertId(only)}`
    : `Escalate ${number(targets.length)} alerts`
}

const kinds = [
  { kind: 'new', text: 'A new case' },
  { kind: 'open', text: 'A case that is open' },
] as const

function newCase(title: string, template: string): Into | undefined {
  if (title.trim() === '') return undefined
  return { title: title.trim(), ...(template !== '' && { templateUuid: template }) }
}

function Question({ targets }: { readonly targets: readonly Alert[] }) {
  const { triage, ask } = useAlertPage()
  const [kind, setKind] = useState<'new' | 'open'>('new')
  const [title, setTitle] = useState(targets[0]?.title.slice(0, 200) ?? '')
  const [template, setTemplate] = useState('')
  const [found, setFound] = useState<Case>()
  const into: Into | undefined = kind === 'new' ? newCase(title, template) : found && { caseUuid: found.uuid }
  const id = useId()

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (into === undefined) return
        ask(null)
        void triage.escalate(targets, into)
      }}
    >
      <DialogBody>
        <fieldset className="am-into">
          <legend className="c-visually-hidden">Where to</legend>
          {kinds.map((each) => (
            <label key={each.kind}>
              <input type="radio" name="into" checked={kind === each.kind} onChange={() => setKind(each.kind)} />
              {each.text}
            </label>
          ))}
        </fieldset>
        {kind === 'new' ? (
          <>
            <div className="am-field">
              <label htmlFor={id}>Title of the case</label>
              <input
                id={id}
                className="am-input"
                value={title}
                maxLength={200}
                autoFocus
                autoComplete="off"
                onFocus={(event) => event.target.select()}
                onChange={(event) => setTitle(event.target.value)}
              />
            </div>
            <TemplateField value={template} onChange={(chosen) => setTemplate(chosen?.uuid ?? '')} />
          </>
        ) : (
          <CaseSearch stages={openStages} chosen={found} onChoose={setFound} />
        )}
      </DialogBody>
      <DialogActions action="Escalate" isReady={into !== undefined} onCancel={() => ask(null)} />
    </form>
  )
}
