import { Button } from '@blueprintjs/core'
import { ChevronLeftIcon } from '@blueprintjs/icons'
import { deleteRule, type getRule, setRuleState } from '@carapace/shared/msoc/rules/rules.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { number, sentenceCase } from '../../../core/format/format.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../../core/ui/confirm-dialog.tsx'
import { PageHead } from '../../../core/ui/page-head.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { enableVersion } from '../panels/versions-panel.tsx'
import { memoryText, stateTones, versionText, warningText } from '../words.ts'

interface EditorHeadProps {
  readonly saved: z.output<typeof getRule.output> | undefined
  readonly isUnsaved: boolean
  readonly canSave: boolean
  readonly refusal: string | undefined
  readonly onSave: () => void
  readonly onList: () => void
  readonly onChanged: () => void
}

/** The rule's title and state, and the decisions on it (rules RULE-UI-14, RULE-UI-22). */
export function EditorHead({ saved, isUnsaved, canSave, refusal, onSave, onList, onChanged }: EditorHeadProps) {
  return (
    <>
      <PageHead
        title={saved?.rule.title ?? 'New rule'}
        tabs={saved && <Badge tone={stateTones[saved.rule.state]}>{sentenceCase(saved.rule.state)}</Badge>}
      >
        {isUnsaved && <span className="c-note">Not saved</span>}
        <Button variant="outlined" icon={<ChevronLeftIcon />} text="All rules" onClick={onList} />
        {saved && <Decisions {...saved} refusal={refusal} onList={onList} onChanged={onChanged} />}
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          text="Save"
          disabled={!canSave}
          refusal={refusal}
          onClick={onSave}
        />
      </PageHead>
      {saved && <About {...saved} />}
    </>
  )
}

type Saved = z.output<typeof getRule.output>

interface DecisionsProps extends Saved {
  readonly refusal: string | undefined
  readonly onList: () => void
  readonly onChanged: () => void
}

/** Enables the newest version, disables or deletes the rule. */
function Decisions({ rule, refusal, onList, onChanged }: DecisionsProps) {
  const [asked, setAsked] = useState<'disable' | 'delete'>()
  const action = useAction()
  const runs = rule.enabled_version !== null
  const finish = (perform: () => Promise<void>) =>
    action.run(async () => {
      await perform()
      setAsked(undefined)
      onChanged()
    })
  const disable = () =>
    finish(async () => {
      await call(setRuleState, { uuids: [rule.uuid], enabled: false })
      toast.success(`${rule.title} is disabled.`)
    })
  const remove = () =>
    action.run(async () => {
      await call(deleteRule, { uuid: rule.uuid })
      toast.success(`${rule.title} is deleted.`)
      onList()
    })
  return (
    <>
      {action.problem !== undefined && (
        <span className="c-problem" role="alert">
          {action.problem}
        </span>
      )}
      {runs && <ActButton size="medium" text="Disable" refusal={refusal} onClick={() => setAsked('disable')} />}
      {!runs && <ActButton size="medium" text="Delete" refusal={refusal} onClick={() => setAsked('delete')} />}
      {rule.enabled_version !== rule.version && (
        <ActButton
          size="medium"
          text={`Enable v${rule.version}`}
          refusal={refusal}
          loading={action.busy}
          onClick={() => void finish(() => enableVersion(rule.uuid, rule.version))}
        />
      )}
      <ConfirmDialog
        isOpen={asked === 'disable'}
        title={`Disable ${rule.title}?`}
        action="Disable"
        isBusy={action.busy}
        onConfirm={() => void disable()}
        onClose={() => setAsked(undefined)}
      >
        Within five seconds it raises no more alerts. Its alerts stay.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'delete'}
        title={`Delete ${rule.title}?`}
        action="Delete"
        isDanger
        isBusy={action.busy}
        onConfirm={() => void remove()}
        onClose={() => setAsked(undefined)}
      >
        All its versions are deleted permanently. Its alerts stay.
      </ConfirmDialog>
    </>
  )
}

/** What the rule does now: its version, hits, alerts and memory. */
function About({ rule }: Saved) {
  const { uuid, hits, alerts, pack, pack_version: packVersion } = rule
  const warning = warningText(rule)
  const memory = memoryText(rule)
  return (
    <p className="ru-about">
      <span className="num">{versionText(rule)}</span>
      <span className="num">{number(hits)} hits</span>
      <Link to="/org/msoc/dashboard/alert-management" search={{ rule: uuid } as never} className="num">
        {number(alerts)} alerts
      </Link>
      {memory !== '' && <span className="num">{memory}</span>}
      {pack !== null && (
        <span>
          from {pack} {packVersion}
        </span>
      )}
      {warning !== undefined && <span className="c-problem">{warning}</span>}
    </p>
  )
}
