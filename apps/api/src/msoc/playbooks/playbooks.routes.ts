import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import {
  checkPlaybook,
  deletePlaybook,
  dryRunPlaybook,
  enablePlaybook,
  getPlaybook,
  listPlaybooks,
  listPlaybookTemplates,
  savePlaybook,
} from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { nextStart } from '@carapace/shared/msoc/playbooks/schedule'
import { playbookTemplates } from '@carapace/shared/msoc/playbooks/templates/all'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import { serve } from '../../core/http/serve.ts'
import { countedBy } from '../cursor.ts'
import { ensurePosition } from '../vehicle-actions/actions.queries.ts'
import type { PlaybookDeps } from './deps.ts'
import { dryRun } from './dry-run.ts'
import { versionOf } from './engine.queries.ts'
import {
  countUnfinished,
  playbookByUuid,
  playbooksPage,
  removePlaybook,
  versionsOf,
  wireVersion,
  writePlaybook,
} from './playbooks.queries.ts'
import { lockCurrent, problemsOf, refuseProblems, saveVersion } from './saving.ts'

const versionsShown = 200

/** Playbooks over HTTP: their versions never change, and one of them is enabled at most. */
export async function playbookRoutes(app: FastifyInstance, deps: PlaybookDeps): Promise<void> {
  const { db } = deps

  serve(app, listPlaybooks).with(async ({ input: { cursor, ...query }, caller: { org } }) =>
    playbooksPage(db, org, { ...query, skip: countedBy(cursor) }),
  )

  serve(app, listPlaybookTemplates).with(async () => ({ templates: [...playbookTemplates] }))

  serve(app, getPlaybook).with(async ({ input: { uuid, version }, caller: { org } }) => {
    const playbook = await playbookByUuid(db, org, uuid)
    if (!playbook) throw new Failure('NOT_FOUND')
    const found = await versionOf(db, org, uuid, version ?? playbook.latest_version)
    if (!found) throw new Failure('NOT_FOUND', { message: `There is no version ${version}.` })
    const versions = await versionsOf(db, org, uuid, versionsShown)
    return { playbook, version: wireVersion(found), trigger: found.trigger, graph: found.graph, versions }
  })

  serve(app, checkPlaybook).with(async ({ input, caller: { org } }) => ({
    problems: await db.transaction((tx) => problemsOf(tx, org, input)),
  }))

  serve(app, savePlaybook).with(async ({ input, caller }) => {
    const { uuid, version } = await db.transaction((tx) => saveVersion(tx, caller, input))
    return { success: true, playbook: (await playbookByUuid(db, caller.org, uuid))!, version }
  })

  serve(app, enablePlaybook).with(async ({ input: { uuid, revision, version }, caller }) => {
    const { org, user } = caller
    await db.transaction(async (tx) => {
      const before = await lockCurrent(tx, caller, uuid, revision)
      const wanted = await versionOf(tx, org, uuid, version ?? before.latestVersion)
      if (!wanted) throw new Failure('NOT_FOUND', { message: `There is no version ${version}.` })
      // what it names may have been deleted since it was saved
      if (version !== null) await refuseProblems(tx, org, { uuid, ...wanted })
      await ensurePosition(tx, org)
      const { trigger } = wanted
      const next = trigger.kind === 'schedule' ? nextStart(trigger.schedule, new Date()) : undefined
      await writePlaybook(tx, org, uuid, {
        enabledVersion: version,
        trigger,
        enabledBy: version === null ? null : user.uuid,
        nextStartAt: version === null ? null : (next ?? null),
      })
      await audit(tx, org, byCaller(caller), {
        action: version === null ? 'disable playbook' : 'enable playbook',
        subject: 'playbook',
        subjectUuid: uuid,
        before: { enabled_version: before.enabledVersion },
        after: { name: before.name, enabled_version: version },
      })
    })
    return { success: true, playbook: (await playbookByUuid(db, org, uuid))! }
  })

  serve(app, deletePlaybook).with(async ({ input: { uuid, revision }, caller }) => {
    const { org } = caller
    await db.transaction(async (tx) => {
      const before = await lockCurrent(tx, caller, uuid, revision)
      if (before.enabledVersion !== null)
        throw new Failure('RULE_REFUSED', { message: 'This playbook is enabled. Disable it first.' })
      if ((await countUnfinished(tx, org, uuid)) > 0)
        throw new Failure('RULE_REFUSED', { message: 'Runs of this playbook have not finished. Cancel them first.' })
      await removePlaybook(tx, org, uuid)
      await audit(tx, org, byCaller(caller), {
        action: 'delete playbook',
        subject: 'playbook',
        subjectUuid: uuid,
        before: { name: before.name, latest_version: before.latestVersion },
      })
    })
    return { success: true }
  })

  serve(app, dryRunPlaybook).with(async ({ input, caller }) =>
    db.transaction((tx) => dryRun(tx, caller, input), { accessMode: 'read only' }),
  )
}
