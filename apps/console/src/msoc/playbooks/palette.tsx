import { PlaybookIcon } from '@blueprintjs/icons'
import { listPlaybooks } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { call } from '../../core/call/call.ts'
import type { FinderSource } from '../../core/install/module-install.ts'
import { triggerText } from './words.ts'

/** Playbooks in the palette. */
export const playbooks: FinderSource['find'] = async (words, { limit, signal }) => {
  const answer = await call(listPlaybooks, { q: words, limit }, { signal })
  return answer.playbooks.map(({ uuid, name, trigger, enabled_version: enabled }) => ({
    id: uuid,
    kind: 'Playbooks',
    title: name,
    detail: enabled === null ? 'Disabled' : triggerText(trigger),
    icon: <PlaybookIcon />,
    place: { to: '/org/msoc/dashboard/playbooks/edit', search: { playbook: uuid } },
  }))
}
