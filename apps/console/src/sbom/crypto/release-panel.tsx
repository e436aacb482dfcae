import { KeyIcon } from '@blueprintjs/icons'
import { getCryptoPosture } from '@carapace/shared/sbom/crypto.contract'
import { Link } from '@tanstack/react-router'
import { useEndpoint } from '../../core/call/query.ts'
import type { Places } from '../../core/page/panels.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Figures } from './figures.tsx'
import './crypto.css'

/** The cryptography of a release, on the release's page (rule CBOM-UI-7). */
export function ReleasePanel({ release }: Places['release-tab']) {
  const { data, problem, refetch } = useEndpoint(getCryptoPosture, { release_uuid: release.uuid })
  const link = (
    <Link to="/org/sbom/cbom-dashboard" search={{ release: release.uuid } as never}>
      Open in CBOM
    </Link>
  )
  return (
    <Loaded
      what="The posture"
      data={data}
      problem={problem}
      onRetry={refetch}
      skeleton={<SkeletonRows rows={4} columns={['200px', '1fr']} />}
    >
      {(posture) =>
        posture.releases === 0 ? (
          <EmptyState icon={<KeyIcon size={24} />} title="No cryptographic assets" action={link}>
            The document of this release has no components with cryptographic properties.
          </EmptyState>
        ) : (
          <>
            <Figures posture={posture} />
            <p className="sb-pad">{link}</p>
          </>
        )
      }
    </Loaded>
  )
}
