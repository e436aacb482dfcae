import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import {
  addEvidence,
  downloadEvidence,
  getEvidence,
  removeEvidence,
  uploadEvidence,
  verifyEvidence,
} from '@carapace/shared/msoc/cases/case-evidence.contract'
import { addCaseLink, removeCaseLink } from '@carapace/shared/msoc/cases/case-links.contract'
import { deleteStoryEntry, orderStory, saveStoryEntry } from '@carapace/shared/msoc/cases/case-story.contract'
import {
  deleteCaseTask,
  listMyTasks,
  orderCaseTasks,
  saveCaseTask,
} from '@carapace/shared/msoc/cases/case-tasks.contract'
import type { Caller } from '../../core/http/caller.ts'
import { serve } from '../../core/http/serve.ts'
import { dropEvidence, evidenceFile, referToEvidence, storeEvidence, verify } from './evidence.ts'
import { custodyOf, evidenceNamed } from './evidence.queries.ts'
import { addLink, dropLink } from './links.ts'
import { linksOf } from './links.queries.ts'
import { lockToWork, recordEach } from './locking.ts'
import { dropEntry, writeEntry } from './story.ts'
import { orderEntries, storyOf } from './story.queries.ts'
import { dropTask, writeTask } from './tasks.ts'
import { openTasks, orderTasks, tasksOf } from './tasks.queries.ts'
import { type CaseDeps, seenCase, writing } from './writer.ts'

/** What people do in a case over HTTP: tasks, evidence, links and the story of the attack. */
export async function caseWorkRoutes(app: FastifyInstance, deps: CaseDeps): Promise<void> {
  const { db, services } = deps
  const write = writing(deps)
  const done = async () => ({ success: true as const })

  serve(app, listMyTasks).with(async ({ input: { owner }, caller: { org, user } }) => ({
    tasks: await openTasks(db, org, user, owner),
  }))
  serve(app, saveCaseTask).with(async ({ input, caller }) =>
    write(
      caller,
      (tx) => writeTask(tx, caller, input, services.notifications),
      async (tx, { uuid, task }) => ({
        success: true as const,
        task: (await tasksOf(tx, caller.org, uuid)).find((one) => one.uuid === task)!,
      }),
    ),
  )
  serve(app, orderCaseTasks).with(async ({ input: { case_uuid: uuid, uuids }, caller }) =>
    write(
      caller,
      async (tx) => {
        await lockToWork(tx, caller, uuid)
        await orderTasks(tx, caller.org, uuid, uuids)
        const seq = await recordEach(tx, caller, uuid, [{ kind: 'task', detail: { ordered: true } }])
        return { uuid, health: [], seq }
      },
      async (tx) => ({ success: true as const, tasks: await tasksOf(tx, caller.org, uuid) }),
    ),
  )
  serve(app, deleteCaseTask).with(async ({ input, caller }) => write(caller, (tx) => dropTask(tx, caller, input), done))

  serve(app, uploadEvidence).with(async ({ input, caller, request, body }) => {
    const header = request.headers['content-length']
    const length = header === undefined ? undefined : Number(header)
    const stored = await storeEvidence(db, caller, input, length, body)
    return write(
      caller,
      async () => stored,
      async () => ({ success: true as const, evidence: await evidence(caller, stored.uuid, stored.evidence) }),
    )
  })
  serve(app, addEvidence).with(async ({ input, caller }) =>
    write(
      caller,
      (tx) => referToEvidence(tx, caller, input),
      async (tx, { uuid, evidence: item }) => ({
        success: true as const,
        evidence: (await evidenceNamed(tx, caller.org, uuid, item))!,
      }),
    ),
  )
  serve(app, getEvidence).with(async ({ input: { case_uuid: caseUuid, uuid }, caller }) => ({
    evidence: await evidence(caller, caseUuid, uuid),
    custody: await custodyOf(db, caller.org, uuid),
  }))
  serve(app, downloadEvidence).streams(async ({ input: { case_uuid: caseUuid, uuid }, caller }) => {
    const found = await evidence(caller, caseUuid, uuid)
    if (found.source.kind !== 'file' || found.removed_at !== null)
      throw new Failure('RULE_REFUSED', { message: 'There is no file to download.' })
    return { fileName: safeName(found.source.file_name), content: evidenceFile(db, caller, found) }
  })
  serve(app, verifyEvidence).with(async ({ input: { case_uuid: caseUuid, uuid }, caller }) => {
    const found = await evidence(caller, caseUuid, uuid)
    if (found.removed_at !== null) throw new Failure('RULE_REFUSED', { message: 'It is removed.' })
    return { success: true as const, ...(await verify(db, caller, found)) }
  })
  serve(app, removeEvidence).with(async ({ input, caller }) =>
    write(caller, (tx) => dropEvidence(tx, caller, input), done),
  )

  serve(app, addCaseLink).with(async ({ input, caller }) =>
    write(
      caller,
      (tx) => addLink(tx, caller, input),
      async (tx, { uuid, link }) => ({
        success: true as const,
        link: (await linksOf(tx, caller.org, caller.user, uuid)).find((one) => one.uuid === link)!,
      }),
    ),
  )
  serve(app, removeCaseLink).with(async ({ input, caller }) => write(caller, (tx) => dropLink(tx, caller, input), done))

  serve(app, saveStoryEntry).with(async ({ input, caller }) =>
    write(
      caller,
      (tx) => writeEntry(tx, caller, input),
      async (tx, { uuid, entry }) => ({
        success: true as const,
        entry: (await storyOf(tx, caller.org, uuid)).find((one) => one.uuid === entry)!,
      }),
    ),
  )
  serve(app, orderStory).with(async ({ input: { case_uuid: uuid, uuids }, caller }) =>
    write(
      caller,
      async (tx) => {
        await lockToWork(tx, caller, uuid)
        await orderEntries(tx, caller.org, uuid, uuids)
        return {
          uuid,
          health: [],
          seq: await recordEach(tx, caller, uuid, [{ kind: 'story', detail: { ordered: true } }]),
        }
      },
      async (tx) => ({ success: true as const, story: await storyOf(tx, caller.org, uuid) }),
    ),
  )
  serve(app, deleteStoryEntry).with(async ({ input, caller }) =>
    write(caller, (tx) => dropEntry(tx, caller, input), done),
  )

  /** An item of evidence of a case that the caller may see. */
  async function evidence(caller: Caller, caseUuid: string, uuid: string) {
    await seenCase(db, caller, caseUuid)
    const found = await evidenceNamed(db, caller.org, caseUuid, uuid)
    if (!found) throw new Failure('NOT_FOUND')
    return found
  }
}

/** A file name that a header can hold. */
const safeName = (name: string) => name.replaceAll(/[^\w.-]+/g, '-').slice(0, 120) || 'evidence'
