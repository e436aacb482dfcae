import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import {
  DocumentIcon,
  EndorsedIcon,
  EnvelopeIcon,
  HistoryIcon,
  MoreIcon,
  ProjectsIcon,
  ResetIcon,
  TrashIcon,
} from '@blueprintjs/icons'
import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import { otherSide } from '@carapace/shared/interface-agreement/row'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../core/session/session.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ExportButton } from '../../core/ui/export-button.tsx'
import { whyNotSign } from '../dialogs/signing.ts'
import { counted, partyNameOf } from '../words.ts'
import type { AgreementContext } from '../use-agreement.ts'
import { formats, saveAgreementAs } from './save-agreement.ts'
import { type FrameDialog, FrameDialogs } from './frame-dialogs.tsx'

interface FrameActionsProps {
  readonly context: AgreementContext
  /** Further entries of the menu, before those of the whole agreement. */
  readonly more?: ReactNode
}

/** The actions on the whole agreement, at the right of the head of each of its pages. */
export function FrameActions({ context, more }: FrameActionsProps) {
  const [dialog, setDialog] = useState<FrameDialog>()
  return (
    <>
      <ExportButton menu={<ExportItems agreement={context.agreement} />} />
      <SignButton {...context} onOpen={setDialog} />
      <SendButton {...context} onOpen={setDialog} />
      <PopoverNext
        placement="bottom-end"
        arrow={false}
        animation="minimal"
        content={<MoreItems {...context} more={more} onOpen={setDialog} />}
      >
        <Button variant="outlined" icon={<MoreIcon />} aria-label="More" title="More" />
      </PopoverNext>
      {dialog !== undefined && <FrameDialogs open={context} dialog={dialog} onClose={() => setDialog(undefined)} />}
    </>
  )
}

function ExportItems({ agreement }: { readonly agreement: Agreement }) {
  const { version } = agreement
  return (
    <Menu aria-label="Export">
      {formats.map(([format, text]) => (
        <MenuItem key={format} text={text} onClick={() => void saveAgreementAs(agreement, format)} />
      ))}
      {version > 0 && <MenuDivider />}
      {version > 0 &&
        formats
          .filter(([format]) => format !== 'xlsx')
          .map(([format, text]) => (
            <MenuItem
              key={format}
              text={`Signed version ${version}: ${text}`}
              onClick={() => void saveAgreementAs(agreement, format, version)}
            />
          ))}
    </Menu>
  )
}

interface OpensDialog {
  readonly onOpen: (dialog: FrameDialog) => void
}

function SignButton({ agreement, refusal, onOpen }: AgreementContext & OpensDialog) {
  const me = useSession()
  if (!agreement.is_sent) return null
  const hasSigned = agreement.signed.some(
    ({ version, side, name }) => version === null && side === agreement.side && name === me?.name,
  )
  const isNext = whyNotSign(agreement, hasSigned) === undefined
  return (
    <ActButton
      size="medium"
      {...(isNext && { intent: 'primary', variant: 'solid' })}
      icon={<EndorsedIcon />}
      text="Sign…"
      refusal={refusal ?? whyNotSign(agreement, hasSigned)}
      onClick={() => onOpen('sign')}
    />
  )
}

/** Sends the agreement, or the changes since. */
function SendButton({ agreement, refusal, onOpen }: AgreementContext & OpensDialog) {
  const { is_sent: isSent, drafts, side } = agreement
  const other = partyNameOf(agreement, otherSide(side))
  if (!isSent)
    return (
      <ActButton
        size="medium"
        intent="primary"
        variant="solid"
        text={`Send to the ${otherSide(side)}…`}
        refusal={refusal}
        onClick={() => onOpen('send')}
      />
    )
  return drafts.length === 0 ? null : (
    <ActButton
      className="ia-send"
      size="medium"
      intent="primary"
      variant="solid"
      ellipsizeText
      text={`Send ${counted(drafts.length, 'change')} to ${other ?? `the ${otherSide(side)}`}`}
      refusal={refusal}
      onClick={() => onOpen('proposals')}
    />
  )
}

function MoreItems({
  agreement,
  refusal,
  more,
  onOpen,
}: AgreementContext & OpensDialog & { readonly more: ReactNode }) {
  const { is_sent: isSent, drafts, side, parties } = agreement
  const isJoined = parties.some((party) => party.side !== side && party.joined_at !== null)
  const may = refusal === undefined
  return (
    <Menu aria-label="More">
      {more}
      <MenuItem icon={<HistoryIcon />} text="History…" onClick={() => onOpen('history')} />
      <MenuItem icon={<ProjectsIcon />} text="Own program…" disabled={!may} onClick={() => onOpen('program')} />
      <MenuItem icon={<DocumentIcon />} text="Save as a template…" disabled={!may} onClick={() => onOpen('template')} />
      {isSent && !isJoined && (
        <MenuItem icon={<EnvelopeIcon />} text="Invite again…" disabled={!may} onClick={() => onOpen('send')} />
      )}
      {drafts.length > 0 && (
        <MenuItem
          icon={<ResetIcon />}
          text={`Discard ${counted(drafts.length, 'change')}…`}
          disabled={!may}
          onClick={() => onOpen('discard')}
        />
      )}
      {!isSent && (
        <MenuItem
          icon={<TrashIcon />}
          intent="danger"
          text="Delete…"
          disabled={!may}
          onClick={() => onOpen('delete')}
        />
      )}
    </Menu>
  )
}
