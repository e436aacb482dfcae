import { Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { listCaptures } from '@carapace/shared/msoc/can/captures.contract'
import { useNavigate } from '@tanstack/react-router'
import { dateTime } from '../../../../core/format/format.ts'
import { MenuTitle } from '../../../../core/ui/menu-title.tsx'
import { useEndpoint } from '../../../../core/call/query.ts'
import { useBench, useAnalyzerState } from '../../bench.ts'

/** Switches between live frames and stored frames. */
export function SourceSwitch({ onLive }: { readonly onLive: (() => void) | undefined }) {
  const { source } = useBench()
  const isLive = source.kind === 'live'
  return (
    <span className="an-switch" role="group" aria-label="Frames">
      {onLive !== undefined && (
        <button type="button" aria-pressed={isLive} onClick={() => !isLive && onLive()}>
          <i className="an-dot an-dot-live" aria-hidden />
          Live
        </button>
      )}
      <PopoverNext content={<Kept />} placement="bottom-end" arrow={false} animation="minimal">
        <button type="button" aria-pressed={!isLive} aria-haspopup="menu">
          {kept[source.kind]}
        </button>
      </PopoverNext>
    </span>
  )
}

const kept = { live: 'Capture', record: 'Record', capture: 'Capture', alert: 'Evidence' } as const

/** The stored frames to open instead: the current record, and the captures of this vehicle. */
function Kept() {
  const { subject, source, look, lookAt } = useBench()
  const to = useAnalyzerState(({ summary }) => summary?.to)
  const navigate = useNavigate()
  const { data, problem } = useEndpoint(listCaptures, {
    limit: 12,
    ...(subject.vehicle !== undefined && { vehicle: subject.vehicle }),
  })
  const open = (capture: string) =>
    void navigate({ to: '/org/msoc/dashboard/analyzers/default-view', search: { capture } })
  return (
    <Menu className="c-filter-menu" aria-label="Stored frames">
      {source.kind === 'live' && (
        <MenuItem
          text="The record of the last minute"
          roleStructure="menuitem"
          disabled={to === undefined}
          onClick={() => lookAt({ ...look, at: to })}
        />
      )}
      {source.kind === 'live' && <MenuDivider />}
      <MenuTitle>{subject.vehicle === undefined ? 'Captures' : `Captures of ${subject.vehicle}`}</MenuTitle>
      {data?.captures.map(({ uuid, name, created_at: at }) => (
        <MenuItem key={uuid} text={name} label={dateTime(at)} roleStructure="menuitem" onClick={() => open(uuid)} />
      ))}
      {data?.captures.length === 0 && <MenuItem disabled text="None yet" roleStructure="menuitem" />}
      {problem !== undefined && <MenuItem disabled text={problem} roleStructure="menuitem" />}
    </Menu>
  )
}
