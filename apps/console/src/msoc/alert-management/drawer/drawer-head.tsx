import { ChevronDownIcon, ChevronUpIcon, CrossIcon, LinkIcon, MaximizeIcon } from '@blueprintjs/icons'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { useState } from 'react'
import { number } from '../../../core/format/format.ts'
import { copyLink } from '../../../core/ui/copy.ts'
import { SeverityLabel } from '../../../core/ui/severity-glyph.tsx'
import { Badge, StatusBadge } from '../../../core/ui/status-badge.tsx'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import { SilenceLike } from '../../alert-pipeline/silence-like.tsx'
import { suppressedTexts } from '../../alert-pipeline/step-texts.ts'
import { ActionButton } from '../triage/action-button.tsx'
import { useAlertPage, useQueue } from '../page-context.tsx'
import { step } from '../triage/keys.ts'
import { MoreMenu } from '../triage/more-menu.tsx'
import { PipelineMarks } from '../list/alert-title.tsx'
import { alertId, resolutionTexts } from '../sentences.ts'

interface DrawerHeadProps {
  readonly uuid: string
  readonly alert: Alert | undefined
  readonly failed: boolean
}

/** The alert's title and its actions. Stays visible while the rest of the drawer scrolls. */
export function DrawerHead({ uuid, alert, failed }: DrawerHeadProps) {
  return (
    <header className="am-drawer-head">
      <div className="am-drawer-id">
        {alert !== undefined && <Identity alert={alert} />}
        <Moves uuid={uuid} />
      </div>
      <h2>{alert?.title ?? (failed ? 'Alert' : 'Loading')}</h2>
      {alert !== undefined && <Actions alert={alert} />}
    </header>
  )
}

export function Identity({ alert }: { readonly alert: Alert }) {
  const left = useQueue(({ queue }) => queue.entries.get(alert.uuid)?.left === true)
  return (
    <>
      <SeverityLabel severity={alert.severity} />
      <span className="am-alert-id mono">{alertId(alert)}</span>
      <StatusBadge status={alert.status} />
      {alert.resolution !== null && <span className="am-muted">{resolutionTexts[alert.resolution]}</span>}
      {alert.count > 1 && (
        <Badge tone="grey">
          <span className="num">{`\u00d7${number(alert.count)}`}</span>
        </Badge>
      )}
      {alert.suppressed_by && <Badge tone="grey">{suppressedTexts[alert.suppressed_by.kind]}</Badge>}
      {alert.folded_into && <Badge tone="grey">Folded</Badge>}
      <PipelineMarks alert={alert} />
      {left && <span className="am-muted">no longer in this view</span>}
    </>
  )
}

function Moves({ uuid }: { readonly uuid: string }) {
  const alertPage = useAlertPage()
  return (
    <span className="am-drawer-moves">
      <IconButton
        size="small"
        icon={<ChevronUpIcon />}
        label="Previous alert"
        keys="k"
        onClick={() => step(alertPage, -1)}
      />
      <IconButton
        size="small"
        icon={<ChevronDownIcon />}
        label="Next alert"
        keys="j"
        onClick={() => step(alertPage, 1)}
      />
      <IconButton size="small" icon={<LinkIcon />} label="Copy link" onClick={() => copyAlertLink(uuid)} />
      <IconButton
        size="small"
        icon={<MaximizeIcon />}
        label="Open its own page"
        keys="o"
        onClick={() => alertPage.openPage(uuid)}
      />
      <IconButton
        size="small"
        icon={<CrossIcon />}
        label="Close the drawer"
        keys="Escape"
        onClick={alertPage.closeDrawer}
      />
    </span>
  )
}

/** Copies a link to the alert, independent of the list beside it. */
export function copyAlertLink(uuid: string): void {
  const link = new URL(location.href)
  link.search = new URLSearchParams({ alert: uuid }).toString()
  copyLink(link.href)
}

/** The actions that are possible on the alert now. */
export function Actions({ alert }: { readonly alert: Alert }) {
  const { triage, ask, user } = useAlertPage()
  const busy = useQueue(({ pending }) => pending.has(alert.uuid))
  const [isSilencing, setSilencing] = useState(false)
  const targets = () => [alert]
  if (alert.status === 'MERGED') {
    return (
      <div className="am-drawer-actions">
        <ActionButton primary busy={busy} onClick={() => void triage.unmerge(targets())}>
          Unmerge
        </ActionButton>
      </div>
    )
  }
  if (alert.status === 'CLOSED') {
    return (
      <div className="am-drawer-actions">
        <ActionButton primary busy={busy} onClick={() => void triage.reopen(targets())}>
          Reopen
        </ActionButton>
      </div>
    )
  }
  return (
    <div className="am-drawer-actions">
      {alert.acknowledged_at === null && (
        <ActionButton primary keys="a" busy={busy} onClick={() => void triage.acknowledge(targets())}>
          Acknowledge
        </ActionButton>
      )}
      {alert.owner?.uuid !== user?.uuid && (
        <ActionButton keys="s" busy={busy} onClick={() => void triage.assign(targets(), 'me')}>
          Assign to me
        </ActionButton>
      )}
      {alert.status !== 'ESCALATED' && (
        <ActionButton keys="e" busy={busy} onClick={() => ask({ about: 'escalate', targets: targets() })}>
          Escalate to case
        </ActionButton>
      )}
      <ActionButton keys="c" busy={busy} onClick={() => ask({ about: 'close', targets: targets() })}>
        Close
      </ActionButton>
      <MoreMenu
        busy={busy}
        onStatus={(status) => void triage.setStatus(targets(), status)}
        onAssign={(owner, name) => void triage.assign(targets(), owner, name)}
        onSilence={() => setSilencing(true)}
      />
      {isSilencing && <SilenceLike alert={alert} onClose={() => setSilencing(false)} />}
    </div>
  )
}
