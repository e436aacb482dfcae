import { LayersIcon } from '@blueprintjs/icons'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { useBench, useAnalyzerState } from '../bench.ts'
import { OverwriteList } from './overwrite-list.tsx'
import { TraceList } from './trace-list.tsx'
import { TransportList } from './transport-list.tsx'

/** The frames in the selected list mode, or the reason why there are none. */
export function FrameLists() {
  const { look } = useBench()
  const frames = useAnalyzerState(({ summary }) => summary?.frames)
  const isLoading = useAnalyzerState(({ load }) => load === 'loading')
  if (frames === undefined || (frames === 0 && isLoading))
    return <SkeletonRows rows={16} columns={['48px', '140px', '64px', '1fr', '64px', '64px']} rowHeight={28} />
  if (frames === 0) return <NoFrames />
  switch (look.mode ?? 'overwrite') {
    case 'trace':
      return <TraceList />
    case 'transport':
      return <TransportList />
    case 'overwrite':
      return <OverwriteList />
  }
}

function NoFrames() {
  const { source } = useBench()
  return (
    <div className="an-none">
      <EmptyState icon={<LayersIcon size={24} />} title={source.kind === 'live' ? 'No frames now' : 'No frames'}>
        {source.kind === 'live'
          ? 'Frames show up here by themselves while the vehicle forwards its bus.'
          : 'Nothing was recorded here, or the record was dropped meanwhile.'}
      </EmptyState>
    </div>
  )
}
