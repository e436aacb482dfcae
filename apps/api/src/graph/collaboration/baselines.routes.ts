import type { FastifyInstance } from 'fastify'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { Failure } from '@carapace/shared/core/failure'
import { initialFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import {
  deleteBaseline,
  getBaselines,
  getDifference,
  saveBaseline,
} from '@carapace/shared/graph/collaboration/baselines.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { lockGraph, graphVersionOf, refuseReaders, seeProgram } from '../programs/access.queries.ts'
import type { GraphExtensions } from '../extension.ts'
import { codeOfRow } from '../artefacts/artefacts.queries.ts'
import {
  baselineNamed,
  baselinesOf,
  countBaselines,
  type ChangeAction,
  type Difference,
  differences,
  insertBaseline,
  linkDifferenceCounts,
  linkDifferences,
  mostBaselines,
  numbersOf,
  removeBaseline,
  type Span,
  statesNamed,
} from './baselines.queries.ts'

/** Maximum links and risks of a difference that are listed individually. */
const shown = 500

/** Baselines of programs and their differences, over HTTP (rule GRAPH-13 of packages/shared/src/graph/SPEC.md). */
export async function baselineRoutes(
  app: FastifyInstance,
  db: Database,
  riskDifferences: GraphExtensions['riskDifferences'],
): Promise<void> {
  serve(app, getBaselines).with(async ({ input: { program_uuid: programUuid }, caller }) => {
    await seeProgram(db, caller, programUuid)
    const rows = await baselinesOf(db, caller.org, programUuid)
    return {
      success: true,
      baselines: rows.map(baselineResponse),
      seq: await graphVersionOf(db, caller.org, programUuid),
    }
  })

  serve(app, saveBaseline).with(async ({ input: { program_uuid: programUuid, name, note }, caller }) =>
    db.transaction(async (tx) => {
      const uuid = await nameGraphVersion(tx, caller, { programUuid, name, note })
      return { success: true, baseline: baselineResponse((await baselineNamed(tx, caller.org, uuid))!) }
    }),
  )

  serve(app, deleteBaseline).with(async ({ input: { uuid }, caller }) =>
    db.transaction(async (tx) => {
      const found = await baselineNamed(tx, caller.org, uuid)
      if (!found) throw new Failure('NOT_FOUND')
      const { programUuid, name, seq } = found.row
      await refuseReaders(tx, caller, programUuid)
      await removeBaseline(tx, caller.org, uuid)
      await audit(tx, caller.org, byCaller(caller), {
        action: 'remove baseline',
        subject: 'baseline',
        subjectUuid: uuid,
        before: { program_uuid: programUuid, name, seq },
      })
      return { success: true }
    }),
  )

  serve(app, getDifference).with(
    async ({ input: { program_uuid: programUuid, from_uuid: from, to_uuid: to, after, limit }, caller }) => {
      await seeProgram(db, caller, programUuid)
      const span = {
        programUuid,
        from: await seqOf(db, caller, programUuid, from, 'from_uuid'),
        to:
          to === undefined
            ? await graphVersionOf(db, caller.org, programUuid)
            : await seqOf(db, caller, programUuid, to, 'to_uuid'),
      }
      if (span.from > span.to)
        throw new Failure('INVALID_INPUT', { errors: { to_uuid: 'The second baseline must be the later one.' } })
      const all = await differences(db, caller.org, span)
      const cursor = decoded(after)
      const rows = all
        .filter(({ kind, number }) => !cursor || kind > cursor.kind || (kind === cursor.kind && number > cursor.number))
        .slice(0, limit + 1)
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      const risks = await riskDifferences(db, caller.org, span)
      return {
        success: true,
        counts: { ...countsOf(all), ...(await linkDifferenceCounts(db, caller.org, span)), risks: risks.length },
        artefacts: await pageResponse(db, caller, page),
        links: await linksResponse(db, caller, span),
        risks: risks.slice(0, shown),
        next: last ? `${last.kind}|${last.number}` : null,
      }
    },
  )
}

/** Stores a baseline of the current graph version, under the graph's lock. */
async function nameGraphVersion(
  tx: Tx,
  caller: Caller,
  { programUuid, name, note }: { programUuid: string; name: string; note: string },
): Promise<string> {
  await refuseReaders(tx, caller, programUuid)
  const seq = (await lockGraph(tx, caller.org, programUuid)).seq - 1
  if ((await countBaselines(tx, caller.org, programUuid)) >= mostBaselines)
    throw new Failure('RULE_REFUSED', {
      message: `This program has ${mostBaselines} baselines, which is the maximum. Remove one first.`,
    })
  const uuid = await insertBaseline(tx, caller.org, { programUuid, name, note, seq, createdByUuid: caller.user.uuid })
  if (uuid === undefined)
    throw new Failure('INVALID_INPUT', { errors: { name: 'Another baseline of this program has this name.' } })
  await audit(tx, caller.org, byCaller(caller), {
    action: 'make baseline',
    subject: 'baseline',
    subjectUuid: uuid,
    after: { program_uuid: programUuid, name, seq },
  })
  return uuid
}

async function seqOf(db: Database, { org }: Caller, programUuid: string, uuid: string, field: string): Promise<number> {
  const found = await baselineNamed(db, org, uuid)
  if (found?.row.programUuid !== programUuid)
    throw new Failure('INVALID_INPUT', { errors: { [field]: 'This is no baseline of this program.' } })
  return found.row.seq
}

function baselineResponse({ row, by }: NonNullable<Awaited<ReturnType<typeof baselineNamed>>>) {
  return {
    uuid: row.uuid,
    name: row.name,
    note: row.note,
    seq: row.seq,
    created_at: row.createdAt.toISOString(),
    created_by: by,
  }
}

function countsOf(all: readonly Difference[]): Record<ChangeAction, number> {
  const counted = (word: ChangeAction) => all.filter(({ action }) => action === word).length
  return { made: counted('made'), changed: counted('changed'), removed: counted('removed') }
}

/** Both sides of each difference; the action determines which side exists. */
async function pageResponse(db: Database, { org }: Caller, page: readonly Difference[]) {
  const states = await statesNamed(
    db,
    org,
    page.flatMap(({ uuid, was, is }) => [...(was === null ? [] : [{ uuid, revision: was }]), { uuid, revision: is }]),
  )
  return page.map(({ uuid, kind, number, action, was, is }) => {
    const known = artefactKindNamed(kind)
    const side = (revision: number | null) => {
      const { title, status, fields } = states.get(`${uuid} ${revision}`)!
      return { title, status, fields: { ...(known && initialFields(known)), ...fields } }
    }
    return {
      uuid,
      kind,
      code: codeOfRow({ kind, number }),
      action,
      before: action === 'made' ? null : side(was),
      after: action === 'removed' ? null : side(is),
    }
  })
}

async function linksResponse(db: Database, { org }: Caller, span: Span) {
  const rows = await linkDifferences(db, org, span, shown)
  const codes = new Map(
    (await numbersOf(db, org, [...new Set(rows.flatMap(({ from, to }) => [from, to]))])).map((row) => [
      row.uuid,
      codeOfRow(row),
    ]),
  )
  return rows.map(({ kind, from, to, action }) => ({
    kind,
    from: codes.get(from) ?? from,
    to: codes.get(to) ?? to,
    action,
  }))
}

function decoded(cursor: string | undefined): { kind: string; number: number } | undefined {
  if (cursor === undefined) return undefined
  const [kind = '', number = ''] = cursor.split('|')
  if (!artefactKindNamed(kind) || !/^\d{1,9}$/.test(number))
    throw new Failure('INVALID_INPUT', { errors: { after: 'This is not a cursor of ours.' } })
  return { kind, number: Number(number) }
}
