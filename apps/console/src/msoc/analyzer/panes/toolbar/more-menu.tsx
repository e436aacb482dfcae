import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { DownloadIcon, UploadIcon } from '@blueprintjs/icons'
import { exportFrames, keepWindow, uploadCapture } from '@carapace/shared/msoc/can/captures.contract'
import { exportFormats, type ExportFormat } from '@carapace/shared/msoc/can/captures'
import { endingOf } from '@carapace/shared/msoc/capture/write'
import { Link } from '@tanstack/react-router'
import { messageOf } from '../../../../core/call/call.ts'
import { download } from '../../../../core/call/download.ts'
import { useRefusal } from '../../../../core/session/may.ts'
import { MenuTitle } from '../../../../core/ui/menu-title.tsx'
import { toast } from '../../../../core/ui/toast.ts'
import { Tooltip } from '../../../../core/ui/tooltip.tsx'
import { exportName } from '../../../captures/export-name.ts'
import { type Bench, useBench } from '../../bench.ts'
import { copyTimeLink } from '../../time-link.ts'
import { type Span, spanIn } from '../../search.ts'
import type { Source } from '../../sources/source.ts'

/** Import: captures. Export: the frames of the span as a file, a capture, or a link. */
export function MoreMenu() {
  return (
    <>
      <UploadLink />
      <PopoverNext content={<Exports />} placement="bottom-end" arrow={false} animation="minimal">
        <Button icon={<DownloadIcon />} aria-label="Export and keep" aria-haspopup="menu" />
      </PopoverNext>
    </>
  )
}

function UploadLink() {
  const refusal = useRefusal(uploadCapture)
  const { subject } = useBench()
  if (refusal !== undefined)
    return (
      <Tooltip text={refusal}>
        <Button disabled icon={<UploadIcon />} text="Upload" />
      </Tooltip>
    )
  return (
    <Link
      className="an-link"
      to="/org/msoc/dashboard/analyzers/captures"
      search={(subject.vehicle === undefined ? {} : { vehicle: subject.vehicle }) as never}
    >
      <UploadIcon />
      Upload
    </Link>
  )
}

const titles: Readonly<Record<ExportFormat, string>> = {
  candump: 'candump log',
  asc: 'Vector ASC',
  csv: 'CSV',
  pcap: 'pcapng (SocketCAN)',
}

function Exports() {
  const bench = useBench()
  const refusal = useRefusal(keepWindow)
  const isVehicles = bench.source.kind === 'live' || bench.source.kind === 'record'
  return (
    <Menu aria-label="Export and keep">
      <MenuTitle>{bench.look.span === undefined ? 'Export all that is shown' : 'Export the span'}</MenuTitle>
      {exportFormats.map((format) => (
        <MenuItem
          key={format}
          text={titles[format]}
          label={`.${endingOf[format]}`}
          roleStructure="menuitem"
          onClick={() => void exportAs(format, bench)}
        />
      ))}
      <MenuDivider />
      {isVehicles && (
        <MenuItem
          text="Keep as capture"
          disabled={refusal !== undefined}
          roleStructure="menuitem"
          onClick={() => bench.setDialog({ about: 'keep' })}
        />
      )}
      <MenuItem text="Copy link to this time" roleStructure="menuitem" onClick={() => copyTimeLink(bench)} />
    </Menu>
  )
}

async function exportAs(format: ExportFormat, { source, subject, look, analyzer }: Bench): Promise<void> {
  const { summary } = analyzer.state.getState()
  const span =
    spanIn(look) ??
    (source.kind === 'live' ? { from: summary?.from ?? Date.now(), to: summary?.to ?? Date.now() } : undefined)
  try {
    await download(
      exportFrames,
      { ...subjectOf(source), ...windowOf(source, span), ...(look.bus !== undefined && { bus: look.bus }), format },
      exportName(subject.name, format),
    )
  } catch (thrown) {
    toast.error(messageOf(thrown))
  }
}

function subjectOf(source: Source): { vehicle?: string; capture?: string; alert?: string } {
  if (source.kind === 'capture' || source.kind === 'alert') return { [source.kind]: source.uuid }
  return { vehicle: source.vehicle }
}

/** The window in whole milliseconds, rounded outwards: it includes the frames at both ends. */
function windowOf(source: Source, span: Span | undefined): { from?: string; to?: string } {
  const window = span ?? (source.kind === 'record' ? source : undefined)
  return window === undefined
    ? {}
    : { from: new Date(Math.floor(window.from)).toISOString(), to: new Date(Math.ceil(window.to)).toISOString() }
}
