import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon, LinkIcon, SmallTickIcon } from '@blueprintjs/icons'
import { caseStages } from '@carapace/shared/msoc/cases/cases'
import { severities } from '@carapace/shared/msoc/severity'
import { sentenceCase } from '../../core/format/format.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { copyLink } from '../../core/ui/copy.ts'
import { SeverityGlyph, SeverityLabel } from '../../core/ui/severity-glyph.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { useCasePage } from './page-context.tsx'
import { CaseTitle } from './case-title.tsx'
import { AccessSwitch } from './head/access-switch.tsx'
import { CaseClocks } from './head/clocks.tsx'
import { MarkMenu } from './head/mark-menu.tsx'
import { MembersMenu } from './head/members-menu.tsx'
import { MoreMenu } from './head/more-menu.tsx'
import { ReportMenu } from './head/report-menu.tsx'
import { StatusMenu } from './head/status-menu.tsx'
import { TagsField } from './head/tags-field.tsx'
import { caseId } from './list.ts'
import { OwnerMenu } from './owner-menu.tsx'

interface CaseHeadProps {
  readonly renaming: boolean
  readonly setRenaming: (renaming: boolean) => void
  readonly ask: (about: 'close' | 'merge' | 'split') => void
}

/** The case's title, state, people and clocks. */
export function CaseHead({ renaming, setRenaming, ask }: CaseHeadProps) {
  const { detail, refusal, busy, change } = useCasePage()
  const { case: shown } = detail
  return (
    <header className="cs-head">
      <div className="cs-head-line">
        <span className="mono cs-id">{caseId(shown)}</span>
        <AccessSwitch />
        <CaseTitle key={shown.uuid} editing={renaming} setEditing={setRenaming} />
        <span className="cs-head-actions">
          <IconButton icon={<LinkIcon size={14} />} label="Copy the link" size="small" onClick={() => copyLink()} />
          <ReportMenu />
          <MoreMenu ask={ask} />
          <ActButton keys="s" refusal={refusal} disabled={busy} onClick={() => void change({ owner: 'me' })}>
            Assign to me
          </ActButton>
          {shown.stage === 'CLOSED' ? (
            <ActButton keys="c" refusal={refusal} disabled={busy} onClick={() => void change({ stage: 'IN_PROGRESS' })}>
              Reopen
            </ActButton>
          ) : (
            <ActButton
              keys="c"
              refusal={refusal}
              disabled={busy}
              intent="primary"
              variant="solid"
              onClick={() => ask('close')}
            >
              Close case
            </ActButton>
          )}
        </span>
      </div>
      <div className="cs-head-line">
        <Stages askToClose={() => ask('close')} />
        <StatusMenu askToClose={() => ask('close')} />
        <SeverityMenu />
        <OwnerMenu />
        <MembersMenu />
        <MarkMenu mark="tlp" />
        <MarkMenu mark="pap" />
        <TagsField />
      </div>
      <CaseClocks />
    </header>
  )
}

/** The three stages side by side: closing opens a dialog, the others are one click. */
function Stages({ askToClose }: { readonly askToClose: () => void }) {
  const { detail, refusal, busy, change } = useCasePage()
  const now = detail.case.stage
  return (
    <span className="cs-stages" role="group" aria-label="Stage">
      {caseStages.map((stage) => (
        <button
          key={stage}
          type="button"
          className={`cs-stage cs-stage-${stage}`}
          aria-pressed={stage === now}
          disabled={refusal !== undefined || busy}
          title={refusal}
          onClick={() => stage !== now && (stage === 'CLOSED' ? askToClose() : void change({ stage }))}
        >
          {sentenceCase(stage)}
        </button>
      ))}
    </span>
  )
}

function SeverityMenu() {
  const { detail, refusal, change } = useCasePage()
  const now = detail.case.severity
  const items = severities.map((severity) => (
    <MenuItem
      key={severity}
      icon={<SeverityGlyph severity={severity} />}
      text={sentenceCase(severity)}
      aria-current={severity === now}
      labelElement={severity === now ? <SmallTickIcon /> : undefined}
      onClick={() => severity !== now && void change({ severity })}
    />
  ))
  return (
    <PopoverNext
      content={<Menu aria-label="Severity">{items}</Menu>}
      placement="bottom-start"
      arrow={false}
      animation="minimal"
      disabled={refusal !== undefined}
    >
      <Button
        size="small"
        variant="outlined"
        disabled={refusal !== undefined}
        endIcon={<CaretDownIcon />}
        title={refusal}
      >
        <span className="c-visually-hidden">Severity: </span>
        <SeverityLabel severity={now} />
      </Button>
    </PopoverNext>
  )
}
