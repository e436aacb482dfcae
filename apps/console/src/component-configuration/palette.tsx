import { LayersIcon, OneToOneIcon } from '@blueprintjs/icons'
import { listHardwareParts, listVariants } from '@carapace/shared/component-configuration/configuration.contract'
import { call } from '../core/call/call.ts'
import type { FinderSource } from '../core/install/module-install.ts'

export const variants: FinderSource['find'] = async (words, { limit, signal }) => {
  const { variants: found } = await call(listVariants, { q: words, limit }, { signal })
  return found.map(({ uuid, name, model }) => ({
    id: uuid,
    kind: 'Vehicle variants',
    title: name,
    detail: model,
    icon: <LayersIcon />,
    place: { to: '/org/component-configuration/variant', search: { uuid } },
  }))
}

export const parts: FinderSource['find'] = async (words, { limit, signal }) => {
  const { parts: found } = await call(listHardwareParts, { q: words, limit }, { signal })
  return found.map(({ uuid, part_number: number, ecu, name }) => ({
    id: uuid,
    kind: 'Hardware parts',
    title: number,
    detail: `${ecu} ${name}`.trim(),
    icon: <OneToOneIcon />,
    place: { to: '/org/component-configuration/parts', search: { q: number } },
  }))
}
