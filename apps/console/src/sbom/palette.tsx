import { BoxIcon, CubeIcon } from '@blueprintjs/icons'
import { searchComponents } from '@carapace/shared/sbom/components.contract'
import { listReleases } from '@carapace/shared/sbom/releases.contract'
import { call } from '../core/call/call.ts'
import type { FinderSource } from '../core/install/module-install.ts'
import { releasesText } from './words.ts'

/** Finds releases by the name of their software, their control unit or their version. */
export const releases: FinderSource['find'] = async (words, { limit, signal }) => {
  const answer = await call(listReleases, { q: words.slice(0, 100), limit }, { signal })
  return answer.releases.map(({ uuid, software, version }) => ({
    id: uuid,
    kind: 'Releases',
    title: `${software.name} ${version}`,
    detail: [software.ecu, software.supplier].filter(Boolean).join(' · '),
    icon: <BoxIcon />,
    place: { to: '/org/sbom/sbom-dashboard', search: { release: uuid } },
  }))
}

/** Finds components that releases have, such as `zlib 1.2.11`. */
export const components: FinderSource['find'] = async (words, { limit, signal }) => {
  const answer = await call(searchComponents, { q: words.slice(0, 300), limit }, { signal })
  return answer.components.map(({ component_id: id, group, name, version, releases: count }) => ({
    id: String(id),
    kind: 'Components',
    title: `${group === '' ? '' : `${group}/`}${name} ${version}`,
    detail: `in ${releasesText(count)}`,
    icon: <CubeIcon />,
    place: { to: '/org/sbom/package-configuration', search: { component: String(id) } },
  }))
}
