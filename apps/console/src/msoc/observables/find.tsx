import { EyeOpenIcon } from '@blueprintjs/icons'
import { typeNames } from '@carapace/shared/msoc/observables/observables'
import { listObservables } from '@carapace/shared/msoc/observables/observables.contract'
import { call } from '../../core/call/call.ts'
import type { FinderSource } from '../../core/install/module-install.ts'

/** Finds observables by a part of their value. */
export const observables: FinderSource['find'] = async (words, { limit, signal }) => {
  const answer = await call(listObservables, { q: words, limit }, { signal })
  return answer.observables.map(({ uuid, value, type }) => ({
    id: uuid,
    kind: 'Observables',
    title: value,
    mono: true,
    detail: typeNames[type],
    icon: <EyeOpenIcon />,
    place: { to: '/org/msoc/dashboard/observable/general', search: { observable: uuid } },
  }))
}
