import { ApplicationsIcon } from '@blueprintjs/icons'
import { phaseLabels } from '@carapace/shared/graph/programs/phases'
import { getPrograms } from '@carapace/shared/graph/programs/programs.contract'
import { call } from '../../core/call/call.ts'
import type { FinderSource } from '../../core/install/module-install.ts'

export const programs: FinderSource['find'] = async (words, { limit, signal }) => {
  const answer = await call(getPrograms, { q: words, perPage: limit }, { signal })
  return answer.programs.map(({ uuid, name, current_phase: phase }) => ({
    id: uuid,
    kind: 'Programs',
    title: name,
    detail: phaseLabels[phase],
    icon: <ApplicationsIcon />,
    place: { to: '/org/lifecycle/program', search: { programId: uuid } },
  }))
}
