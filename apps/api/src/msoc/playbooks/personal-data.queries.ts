import { eq } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import {
  playbookRuns,
  playbooks,
  playbookSecrets,
  playbookSteps,
  playbookVersions,
} from '@carapace/shared/msoc/playbooks/playbooks.table'
import { vehicleActions } from '@carapace/shared/msoc/vehicle-actions/vehicle-actions.table'
import type { Database, Tx } from '../../core/db.ts'
import { formerMember, mentions, type Person, withoutPerson } from '../../core/personal-data.queries.ts'

/** How much of playbooks is a person's. */
export async function countPlaybooksOf(db: Database, org: Org, { uuid }: Person) {
  const [versions, runs, actions] = await Promise.all([
    db.$count(playbookVersions, ownedBy(org, playbookVersions, eq(playbookVersions.savedByUuid, uuid))),
    db.$count(playbookRuns, ownedBy(org, playbookRuns, eq(playbookRuns.startedByUuid, uuid))),
    db.$count(vehicleActions, ownedBy(org, vehicleActions, eq(vehicleActions.requestedByUuid, uuid))),
  ])
  return { versions_of_playbooks: versions, started_playbook_runs: runs, requested_vehicle_actions: actions }
}

/** Removes the person from playbooks, runs and vehicle actions: as author, as who started one, as who approved. */
export async function forgetPlaybooks(tx: Tx, org: Org, person: Person): Promise<void> {
  const { uuid } = person
  await tx
    .update(playbooks)
    .set({ updatedBy: formerMember })
    .where(ownedBy(org, playbooks, eq(playbooks.updatedByUuid, uuid)))
  await tx
    .update(playbookVersions)
    .set({ savedBy: formerMember })
    .where(ownedBy(org, playbookVersions, eq(playbookVersions.savedByUuid, uuid)))
  await tx
    .update(playbookSecrets)
    .set({ changedBy: formerMember })
    .where(ownedBy(org, playbookSecrets, eq(playbookSecrets.changedByUuid, uuid)))
  await tx
    .update(playbookRuns)
    .set({ startedBy: formerMember })
    .where(ownedBy(org, playbookRuns, eq(playbookRuns.startedByUuid, uuid)))
  await tx
    .update(vehicleActions)
    .set({ requestedBy: formerMember })
    .where(ownedBy(org, vehicleActions, eq(vehicleActions.requestedByUuid, uuid)))
  await forgetMentions(tx, org, person)
}

/** Removes the person's name from what runs recorded. */
async function forgetMentions(tx: Tx, org: Org, person: Person): Promise<void> {
  for (const column of ['input', 'output', 'waiting'] as const)
    await tx
      .update(playbookSteps)
      .set({ [column]: withoutPerson(person, playbookSteps[column]) })
      .where(ownedBy(org, playbookSteps, mentions(person, playbookSteps[column])))
  await tx
    .update(playbookRuns)
    .set({ data: withoutPerson(person, playbookRuns.data) })
    .where(ownedBy(org, playbookRuns, mentions(person, playbookRuns.data)))
  await tx
    .update(vehicleActions)
    .set({ approvals: withoutPerson(person, vehicleActions.approvals) })
    .where(ownedBy(org, vehicleActions, mentions(person, vehicleActions.approvals)))
}
