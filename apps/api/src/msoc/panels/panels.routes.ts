import type { FastifyInstance } from 'fastify'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import type { PanelQuery } from '@carapace/shared/msoc/panels/panel-query'
import {
  deletePanel,
  listPanels,
  type Panel,
  type PanelResult,
  runPanel,
  savePanel,
} from '@carapace/shared/msoc/panels/panels.contract'
import type { z } from 'zod'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Database, Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { serve } from '../../core/http/serve.ts'
import { announceBoard } from '../shifts/board.live.ts'
import { groupsOf, spanOfQuery, totalOf } from './compile.queries.ts'
import { labelsOf } from './labels.queries.ts'
import { countPanels, insertPanel, panelSeenBy, panelsOf, removePanel, updatePanel } from './panels.queries.ts'

const panelsOfOne = 100
const panelsShared = 200

/** Panels over HTTP (rules PANEL-1 to PANEL-8). */
export async function panelRoutes(
  app: FastifyInstance,
  { db, publisher }: { db: Database; publisher: Publisher },
): Promise<void> {
  serve(app, listPanels).with(async ({ caller: { org, user } }) => ({ panels: await panelsOf(db, org, user.uuid) }))

  serve(app, runPanel).with(async ({ input: { query }, caller: { org } }) => resultOf(db, org, query))

  serve(app, savePanel).with(async ({ input, caller }) => {
    const panel = await db.transaction((tx) => save(tx, caller, input))
    announceBoard(publisher, caller.org.uuid, 'panels')
    return { success: true, panel }
  })

  serve(app, deletePanel).with(async ({ input: { uuid }, caller }) => {
    await db.transaction(async (tx) => {
      const before = await changeable(tx, caller, uuid)
      await removePanel(tx, caller.org, uuid)
      if (before.shared) await record(tx, caller, 'delete shared panel', before, undefined)
    })
    announceBoard(publisher, caller.org.uuid, 'panels')
    return { success: true }
  })
}

async function resultOf(db: Database, org: Caller['org'], query: PanelQuery): Promise<PanelResult> {
  const span = spanOfQuery(query, Date.now())
  const before = { from: new Date(2 * span.from.getTime() - span.to.getTime()), to: span.from }
  const [groups, total, earlier] = await Promise.all([
    groupsOf(db, org, query, span),
    totalOf(db, org, query, span),
    query.subject === 'vehicles' ? null : totalOf(db, org, query, before),
  ])
  const { group_by: groupBy, split_by: splitBy } = query
  const named = groupBy && (await labelsOf(db, org, groupBy, [...new Set(groups.map(({ group }) => group ?? ''))]))
  const split = splitBy && (await labelsOf(db, org, splitBy, [...new Set(groups.map((each) => each.split ?? ''))]))
  return {
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    groups: groups.map((each) => ({
      group: named && each.group !== null ? named(each.group) : null,
      split: split && each.split !== null ? split(each.split) : null,
      value: each.value,
    })),
    total,
    before: earlier,
  }
}

type PanelInput = z.output<typeof savePanel.input>

async function save(tx: Tx, caller: Caller, input: PanelInput): Promise<Panel> {
  const { org, user } = caller
  const { uuid, revision, on_wall: onWall, position, ...rest } = input
  const counted = await countPanels(tx, org, user.uuid)
  const before = uuid === undefined ? undefined : await changeable(tx, caller, uuid)
  refuseMany(counted, before, input.shared)
  const fields = { ...rest, onWall, position: position ?? before?.position ?? counted.last + 1 }
  if (before && !(await updatePanel(tx, org, before.uuid, revision ?? before.revision, fields)))
    throw new Failure('ROW_CHANGED')
  const saved = before?.uuid ?? (await insertPanel(tx, org, user.uuid, fields))
  // an administrator who makes another member's panel private does not see it any more
  const after = (await panelSeenBy(tx, org, before?.owner.uuid ?? user.uuid, saved))!
  if (before?.shared || after.shared)
    await record(tx, caller, before ? 'change shared panel' : 'share panel', before, after)
  return after
}

/** The panel, if the caller may change it: as its owner, or as an administrator if it is shared (rule PANEL-6). */
async function changeable(tx: Tx, { org, user }: Caller, uuid: string): Promise<Panel> {
  const panel = await panelSeenBy(tx, org, user.uuid, uuid)
  if (!panel) throw new Failure('NOT_FOUND')
  if (panel.owner.uuid !== user.uuid && user.role !== 'ADMIN')
    throw new Failure('ROLE_REQUIRED', { message: 'Only its owner or an administrator may change a shared panel.' })
  return panel
}

function refuseMany(counted: { own: number; shared: number }, before: Panel | undefined, shared: boolean): void {
  if (!before && counted.own >= panelsOfOne)
    throw new Failure('RULE_REFUSED', {
      message: `You have ${panelsOfOne} panels, which is the most. Delete one first.`,
    })
  if (shared && !before?.shared && counted.shared >= panelsShared)
    throw new Failure('RULE_REFUSED', {
      message: `Your organisation shares ${panelsShared} panels, which is the most. Delete one first.`,
    })
}

async function record(
  tx: Tx,
  caller: Caller,
  action: string,
  before: Panel | undefined,
  after: Panel | undefined,
): Promise<void> {
  const subjectUuid = (after ?? before)!.uuid
  await audit(tx, caller.org, byCaller(caller), { action, subject: 'panel', subjectUuid, before, after })
}
