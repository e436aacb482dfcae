import { Switch } from '@blueprintjs/core'
import { setRuleSettings } from '@carapace/shared/msoc/rules/rules.contract'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { toast } from '../../../core/ui/toast.ts'
import { Tooltip } from '../../../core/ui/tooltip.tsx'

interface FourEyesProps {
  readonly isOn: boolean
  readonly onChanged: () => void
}

/** Whether a version must be approved by another member before it is enabled; administrators change it (RULE-UI-8). */
export function FourEyes({ isOn, onChanged }: FourEyesProps) {
  const refusal = useRefusal(setRuleSettings)
  const action = useAction()
  const change = (fourEyes: boolean) =>
    action.run(async () => {
      await call(setRuleSettings, { four_eyes: fourEyes })
      toast.success(fourEyes ? 'Versions now need an approval.' : 'Versions no longer need an approval.')
      onChanged()
    })
  const toggle = (
    <Switch
      className="ru-four-eyes"
      label="Approval by another member"
      checked={isOn}
      disabled={refusal !== undefined || action.busy}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  )
  return (
    <>
      {refusal === undefined ? toggle : <Tooltip text={refusal}>{toggle}</Tooltip>}
      {action.problem !== undefined && (
        <span className="c-problem" role="alert">
          {action.problem}
        </span>
      )}
    </>
  )
}
