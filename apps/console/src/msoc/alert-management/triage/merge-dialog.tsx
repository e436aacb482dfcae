import { DialogBody } from '@blueprintjs/core'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useState } from 'react'
import { number } from '../../../core/format/format.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { useAlertPage } from '../page-context.tsx'
import { alertId } from '../sentences.ts'
import { wholeAmong } from './whole-among.ts'

/** The dialog for the alert into which the selected ones are merged. */
export function MergeDialog() {
  const { question, ask } = useAlertPage()
  const targets = question?.about === 'merge' && question.targets !== 'everything' ? question.targets : undefined
  return (
    <Dialog
      className="am-dialog"
      isOpen={targets !== undefined}
      title={targets === undefined ? '' : `Merge ${number(targets.length)} alerts into one`}
      onClose={() => ask(null)}
    >
      {targets !== undefined && <Question targets={targets} />}
    </Dialog>
  )
}

function Question({ targets }: { readonly targets: readonly Alert[] }) {
  const { triage, ask } = useAlertPage()
  const [into, setInto] = useState(() => wholeAmong(targets))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (into === undefined) return
        ask(null)
        void triage.merge(targets, into)
      }}
    >
      <DialogBody>
        <p className="am-muted">
          The others keep their owner, evidence and activity, and can be unmerged. Until the alert is closed, their
          repeats are counted on them and raise no new alerts.
        </p>
        <fieldset className="am-into am-merge">
          <legend>Merge into</legend>
          {targets.map((alert) => (
            <label key={alert.uuid}>
              <input
                type="radio"
                name="into"
                checked={into?.uuid === alert.uuid}
                autoFocus={into?.uuid === alert.uuid}
                onChange={() => setInto(alert)}
              />
              <SeverityGlyph severity={alert.severity} label={alert.severity} />
              <span className="mono am-muted">{alertId(alert)}</span> {alert.title}
              {alert.vehicle && <span className="mono am-muted"> {alert.vehicle.vin}</span>}
            </label>
          ))}
        </fieldset>
      </DialogBody>
      <DialogActions action="Merge" isReady={into !== undefined} onCancel={() => ask(null)} />
    </form>
  )
}
