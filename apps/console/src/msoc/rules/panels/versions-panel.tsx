import { Button } from '@blueprintjs/core'
import { approveRule, type RuleRow, type RuleVersion, setRuleState } from '@carapace/shared/msoc/rules/rules.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { dateTime } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { DiffView } from '../editor/diff-view.tsx'

interface VersionsPanelProps {
  readonly rule: RuleRow
  readonly versions: readonly RuleVersion[]
  readonly fourEyes: boolean
  /** The text in the editor. */
  readonly text: string
  /** Puts the text of a version into the editor. */
  readonly onUse: (text: string) => void
  readonly onChanged: () => void
}

/** The versions with their authors, approvals and differences (rules RULE-UI-22 to RULE-UI-24). */
export function VersionsPanel({ rule, versions, fourEyes, text, onUse, onChanged }: VersionsPanelProps) {
  const [compared, setCompared] = useState<number>()
  const action = useAction()
  const refusal = useRefusal(setRuleState)
  const enable = (version: number) => action.run(() => enableVersion(rule.uuid, version).then(onChanged))
  const approve = (version: number) =>
    action.run(async () => {
      await call(approveRule, { uuid: rule.uuid, version })
      toast.success(`Version ${version} is approved.`)
      onChanged()
    })
  return (
    <div className="ru-panel-body">
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
      <ol className="ru-versions" aria-label="Versions">
        {versions.map((one, index) => (
          <li key={one.version}>
            <VersionHead one={one} isRunning={rule.enabled_version === one.version} fourEyes={fourEyes} />
            <div className="ru-version-actions">
              <Button
                size="small"
                variant="outlined"
                text={differencesText(compared === one.version)}
                aria-expanded={compared === one.version}
                aria-label={`${differencesText(compared === one.version)} of version ${one.version}`}
                onClick={() => setCompared(compared === one.version ? undefined : one.version)}
              />
              {one.text !== text && (
                <Button
                  size="small"
                  variant="outlined"
                  text="Use this text"
                  aria-label={`Use this text of version ${one.version}`}
                  onClick={() => onUse(one.text)}
                />
              )}
              {fourEyes && one.approved_at === null && (
                <ActButton
                  text="Approve"
                  aria-label={`Approve version ${one.version}`}
                  refusal={refusal}
                  loading={action.busy}
                  onClick={() => void approve(one.version)}
                />
              )}
              {rule.enabled_version !== one.version && (
                <ActButton
                  text="Enable"
                  aria-label={`Enable version ${one.version}`}
                  refusal={refusal}
                  loading={action.busy}
                  onClick={() => void enable(one.version)}
                />
              )}
            </div>
            {compared === one.version && <DiffView before={versions[index + 1]?.text ?? ''} after={one.text} />}
          </li>
        ))}
      </ol>
    </div>
  )
}

function differencesText(isShown: boolean): string {
  return isShown ? 'Hide differences' : 'Differences'
}

/** Enables a version of one rule. @throws {Error} with the reason if it is refused */
export async function enableVersion(uuid: string, version: number): Promise<void> {
  const { refused } = await call(setRuleState, { uuids: [uuid], enabled: true, version })
  if (refused.length > 0) throw new Error(refused.join(', '))
  toast.success(`Version ${version} is enabled, in effect within five seconds.`)
}

interface VersionHeadProps {
  readonly one: RuleVersion
  readonly isRunning: boolean
  readonly fourEyes: boolean
}

function VersionHead({ one, isRunning, fourEyes }: VersionHeadProps) {
  const { version, author, created_at: at, note, approved_by: approver, approved_at: approvedAt } = one
  return (
    <>
      <p className="ru-version-head">
        <strong className="num">v{version}</strong>
        {isRunning && <Badge tone="green">Runs</Badge>}
        {fourEyes && approvedAt === null && <Badge tone="yellow">Not approved</Badge>}
        <span className="c-note">
          {author}, <span className="num">{dateTime(at)}</span>
        </span>
      </p>
      {approvedAt !== null && (
        <p className="c-note">
          Approved by {approver}, <span className="num">{dateTime(approvedAt)}</span>
        </p>
      )}
      {note !== '' && <p className="ru-note">{note}</p>}
    </>
  )
}
