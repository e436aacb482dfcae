import { Button } from '@blueprintjs/core'
import { ChevronDownIcon, ChevronRightIcon, DownloadIcon } from '@blueprintjs/icons'
import {
  type CaseEvidence,
  downloadEvidence,
  type EvidenceSource,
} from '@carapace/shared/msoc/cases/case-evidence.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '../../../core/call/call.ts'
import { download } from '../../../core/call/download.ts'
import { dateTime, number } from '../../../core/format/format.ts'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { sizeText } from '../../captures/words.ts'
import { useCasePage } from '../page-context.tsx'
import { Custody } from './custody.tsx'

interface EvidenceRowProps {
  readonly item: CaseEvidence
  readonly isOpen: boolean
  readonly toggle: () => void
}

/** One item of evidence: what it is, its hash, who added it; its chain of custody while it is open. */
export function EvidenceRow({ item, isOpen, toggle }: EvidenceRowProps) {
  const { name, note, source, added_by: by, added_at: at, removed_at: removed, custody } = item
  const isThere = removed === null
  return (
    <li className={isThere ? undefined : 'cs-removed'}>
      <div className="cs-evidence-line">
        <button type="button" className="cs-task-title" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
          <span>{name}</span>
        </button>
        {!isThere && <Badge tone="grey">Removed</Badge>}
        <SourceText source={source} />
        <span className="cs-note">
          {by}, <span className="num">{dateTime(at)}</span>
        </span>
        <span className="cs-note num">
          {number(custody)} {custody === 1 ? 'entry' : 'entries'}
        </span>
        {isThere && <OpenIt item={item} />}
      </div>
      {note !== '' && <p className="cs-evidence-note">{note}</p>}
      {isOpen && <Custody item={item} />}
    </li>
  )
}

function SourceText({ source }: { readonly source: EvidenceSource }) {
  switch (source.kind) {
    case 'file':
      return (
        <span className="cs-note cs-source">
          {sizeText(source.bytes)},{' '}
          <span className="mono" title={`SHA-256 ${source.sha256}`}>
            {source.sha256.slice(0, 16)}…
          </span>
        </span>
      )
    case 'alert':
      return <span className="cs-note cs-source">events around ALR-{source.number}</span>
    case 'capture':
      return <span className="cs-note cs-source">capture</span>
    case 'window':
      return (
        <span className="cs-note cs-source num">
          {source.vehicle === null ? 'a deleted vehicle' : <span className="mono">{source.vehicle.vin}</span>}
          {source.bus !== null && ` ${source.bus}`}, {dateTime(source.from)} to {dateTime(source.to)}
        </span>
      )
  }
}

/** Opens frames in the analyzer, or saves a file. */
function OpenIt({ item }: { readonly item: CaseEvidence }) {
  const { source } = item
  if (source.kind === 'file') return <Save item={item} fileName={source.file_name} />
  const search =
    source.kind === 'alert'
      ? { alert: source.alert_uuid }
      : source.kind === 'capture'
        ? { capture: source.capture_uuid }
        : source.vehicle && { vehicle: source.vehicle.vin, at: Date.parse(source.from), mode: 'trace' }
  if (search === null) return null
  return (
    <Link to="/org/msoc/dashboard/analyzers/default-view" search={search as never} aria-label={`Analyze ${item.name}`}>
      Analyze
    </Link>
  )
}

function Save({ item, fileName }: { readonly item: CaseEvidence; readonly fileName: string }) {
  const { detail, again } = useCasePage()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await download(downloadEvidence, { case_uuid: detail.case.uuid, uuid: item.uuid }, fileName).catch(
      (problem: unknown) => toast.error(`${item.name} was not saved. ${messageOf(problem)}`),
    )
    setBusy(false)
    again()
  }
  return (
    <Button
      size="small"
      variant="minimal"
      icon={<DownloadIcon size={14} />}
      aria-label={`Download ${item.name}`}
      title="Download: an entry of its chain of custody"
      loading={busy}
      onClick={() => void save()}
    />
  )
}
