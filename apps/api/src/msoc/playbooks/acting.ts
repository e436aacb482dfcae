import type { Org } from '@carapace/shared/core/owned'
import type { Caller } from '../../core/http/caller.ts'
import type { Viewer } from '../cases/seen.queries.ts'
import type { RunRow } from './engine.queries.ts'

/** Nobody, where a member's uuid is needed and none is known. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** What a run sees of cases: what an analyst sees who is the member in whose name it acts. */
export function actingViewer(uuid: string | null): Viewer {
  return { uuid: uuid ?? nobody, role: 'ANALYST' }
}

/** How records name what a playbook did. */
export function actorName(run: Pick<RunRow, 'playbook'>): string {
  return `${run.playbook} (playbook)`
}

/**
 * The caller as which a run changes things: named as the playbook, with the uuid of the member in whose name it acts:
 * who started it, or who enabled the playbook.
 */
export function actingCaller(org: Org, run: RunRow): Caller {
  return {
    org,
    user: { ...actingViewer(run.actsForUuid), name: actorName(run), email: '' },
    licence: { active: true, until: null, modules: ['MSOC'] },
    tokenHash: new Uint8Array(),
    address: 'playbook',
    playbookRun: run.uuid,
  }
}
