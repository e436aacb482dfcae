import { Button } from '@blueprintjs/core'
import { exportRules, type RuleRow, setRuleState } from '@carapace/shared/msoc/rules/rules.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { download } from '../../../core/call/download.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../../core/ui/confirm-dialog.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { rulesText } from '../words.ts'
import { RefusedList } from './refused-list.tsx'
import { useSelection } from '../../../core/table/selection.tsx'

interface BulkBarProps {
  readonly rows: readonly RuleRow[]
  readonly onChanged: () => void
}

/** The most rules of one call. */
const mostAtOnce = 500

/** The actions on the selected rules (rule RULE-UI-5). */
export function BulkBar({ rows, onChanged }: BulkBarProps) {
  const { selected, set } = useSelection()
  const [refused, setRefused] = useState<readonly string[]>([])
  const [isDisabling, setDisabling] = useState(false)
  const refusal = useRefusal(setRuleState)
  const action = useAction()
  const uuids = rows.flatMap(({ uuid }) => (selected.has(uuid) ? [uuid] : []))
  if (uuids.length === 0 && refused.length === 0) return null

  const change = (enabled: boolean) =>
    action.run(async () => {
      const notDone: string[] = []
      let done = 0
      for (let from = 0; from < uuids.length; from += mostAtOnce) {
        const answer = await call(setRuleState, { uuids: uuids.slice(from, from + mostAtOnce), enabled })
        done += answer.rules.length
        notDone.push(...answer.refused)
      }
      setDisabling(false)
      setRefused(notDone)
      if (done > 0)
        toast.success(`${rulesText(done)} ${enabled ? 'enabled' : 'disabled'}, in effect within five seconds.`)
      onChanged()
    })
  return (
    <div className="ru-bulk" role="region" aria-label="Selected rules">
      <span className="num">{rulesText(uuids.length)} selected</span>
      <ActButton text="Enable" refusal={refusal} loading={action.busy} onClick={() => void change(true)} />
      <ActButton text="Disable" refusal={refusal} loading={action.busy} onClick={() => setDisabling(true)} />
      <Button
        size="small"
        variant="outlined"
        text="Export"
        onClick={() => void action.run(() => download(exportRules, { uuids }, 'rules.zip'))}
      />
      <Button
        size="small"
        variant="minimal"
        text="Select all loaded"
        onClick={() => set(rows.map(({ uuid }) => uuid))}
      />
      <Button
        size="small"
        variant="minimal"
        text="Clear"
        onClick={() => {
          set([])
          setRefused([])
        }}
      />
      {action.problem !== undefined && (
        <span className="c-problem" role="alert">
          {action.problem}
        </span>
      )}
      <RefusedList title="Not changed" refused={refused} />
      <ConfirmDialog
        isOpen={isDisabling}
        title={`Disable ${rulesText(uuids.length)}?`}
        action="Disable"
        isBusy={action.busy}
        onConfirm={() => void change(false)}
        onClose={() => setDisabling(false)}
      >
        Within five seconds they raise no more alerts. Their alerts stay.
      </ConfirmDialog>
    </div>
  )
}
