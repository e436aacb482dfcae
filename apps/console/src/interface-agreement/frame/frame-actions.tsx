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
import { memo, type ReactNode, useState } from 'react'
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
  readonly renderMore?: ((refusal: string | undefined) => ReactNode) | undefined
}

/**
 * The actions on the whole agreement, at the right of the head of each of its pages. A menu is drawn again only when
 * something in it changes: not with each value that is typed.
 */
export function FrameActions({ context, renderMore }: FrameActionsProps) {
  const { agreement, refusal } = context
  const { uuid, code, version, side, is_sent: isSent, parties, drafts } = agreement
  const [dialog, setDialog] = useState<FrameDialog>()
  return (
    <>
      <ExportMenu uuid={uuid} code={code} version={version} />
      <SignButton agreement={agreement} refusal={refusal} onOpen={setDialog} />
      <SendButton agreement={agreement} refusal={refusal} onOpen={setDialog} />
      <MoreMenu
        isSent={isSent}
        isJoined={parties.some((party) => party.side !== side && party.joined_at !== null)}
        drafts={drafts.length}
        refusal={refusal}
        renderMore={renderMore}
        onOpen={setDialog}
      />
      {dialog !== undefined && <FrameDialogs open={context} dialog={dialog} onClose={() => setDialog(undefined)} />}
    </>
  )
}

const ExportMenu = memo(function ExportMenu(agreement: Pick<Agreement, 'uuid' | 'code' | 'version'>) {
  const { version } = agreement
  const menu = (
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
  return <ExportButton menu={menu} />
})

interface OpensDialog {
  readonly refusal: string | undefined
  readonly onOpen: (dialog: FrameDialog) => void
}

interface ActProps extends OpensDialog {
  readonly agreement: Agreement
}

function SignButton({ agreement, refusal, onOpen }: ActProps) {
  const me = useSession()
  if (!agreement.is_sent) return null
  const hasSigned = agreement.signed.some(
    ({ version, side, name }) => version === null && side === agreement.side && name === me?.name,
  )
  const whyNot = whyNotSign(agreement, hasSigned)
  return <Sign isNext={whyNot === undefined} refusal={refusal ?? whyNot} onOpen={onOpen} />
}

const Sign = memo(function Sign({ isNext, refusal, onOpen }: OpensDialog & { readonly isNext: boolean }) {
  return (
    <ActButton
      size="medium"
      {...(isNext && { intent: 'primary', variant: 'solid' })}
      icon={<EndorsedIcon />}
      text="Sign…"
      refusal={refusal}
      onClick={() => onOpen('sign')}
    />
  )
})

/** Sends the agreement, or the changes since. */
function SendButton({ agreement, refusal, onOpen }: ActProps) {
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
      text={`Send ${counted(drafts.length, 'change')} to ${other ?? `the ${otherSide(side)}`}`}
      refusal={refusal}
      onClick={() => onOpen('proposals')}
    />
  )
}

interface MoreMenuProps extends OpensDialog, Pick<FrameActionsProps, 'renderMore'> {
  readonly isSent: boolean
  /** Whether the other side has joined. */
  readonly isJoined: boolean
  /** How many changes of the own side are not sent. */
  readonly drafts: number
}

const MoreMenu = memo(function MoreMenu(props: MoreMenuProps) {
  const { isSent, isJoined, drafts, refusal, renderMore, onOpen } = props
  const may = refusal === undefined
  const menu = (
    <Menu aria-label="More">
      {renderMore?.(refusal)}
      <MenuItem icon={<HistoryIcon />} text="History…" onClick={() => onOpen('history')} />
      <MenuItem icon={<ProjectsIcon />} text="Own program…" disabled={!may} onClick={() => onOpen('program')} />
      <MenuItem icon={<DocumentIcon />} text="Save as a template…" disabled={!may} onClick={() => onOpen('template')} />
      {isSent && !isJoined && (
        <MenuItem icon={<EnvelopeIcon />} text="Invite again…" disabled={!may} onClick={() => onOpen('send')} />
      )}
      {drafts > 0 && (
        <MenuItem
          icon={<ResetIcon />}
          text={`Discard ${counted(drafts, 'change')}…`}
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
  return (
    <PopoverNext placement="bottom-end" arrow={false} animation="minimal" content={menu}>
      <Button variant="outlined" icon={<MoreIcon />} aria-label="More" title="More" />
    </PopoverNext>
  )
})
