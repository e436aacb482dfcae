import { WarningSignIcon, DriveTimeIcon } from '@blueprintjs/icons'
import { Link } from '@tanstack/react-router'
import { PageHead } from '../../core/ui/page-head.tsx'
import { useBench } from './bench.ts'

/** The name of the source of the frames, as a link to it. */
export function PageTitle() {
  const { source, subject } = useBench()
  return (
    <PageHead title={subject.name === '' ? 'Packet analyzer' : `Packet analyzer: ${subject.name}`}>
      {source.kind === 'alert' && (
        <Link className="an-link" to="/org/msoc/dashboard/alert-management/general" search={{ alert: source.uuid }}>
          <WarningSignIcon />
          The alert
        </Link>
      )}
      {subject.vehicle !== undefined && (
        <Link
          className="an-link"
          to="/org/msoc/dashboard/projects/vehicle/$tab"
          params={{ tab: 'ids-can-packet-analyzer' }}
          search={{ vehicle: subject.vehicle }}
        >
          <DriveTimeIcon />
          {subject.vehicle}
        </Link>
      )}
    </PageHead>
  )
}
