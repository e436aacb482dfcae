import type { FastifyInstance } from 'fastify'
import { gapFixes, gapRules, gapsOf, missingRules } from '@carapace/shared/lifecycle/compliance/gaps'
import { fixGap, gapsPerPage, getGaps, getTraceMatrix } from '@carapace/shared/lifecycle/compliance/gaps.contract'
import { serve } from '../../core/http/serve.ts'
import { seeProgram } from '../../graph/programs/access.queries.ts'
import { nodeOf, nodesNamed } from '../../graph/artefacts/artefacts.queries.ts'
import { announceGraph, type GraphDeps } from '../../graph/artefacts/artefacts.routes.ts'
import { fixGapIn } from './gap-fixes.ts'
import { gapProgram, gapSubjects, type Subject } from './gaps.queries.ts'
import { traceMatrix } from './trace.ts'

/**
 * Gaps of programs, and links between artefacts of two kinds, over HTTP (rules GAP-1 to GAP-14 of
 * packages/shared/src/lifecycle/SPEC.md).
 */
export async function gapRoutes(app: FastifyInstance, { db, publisher, afterWrite }: GraphDeps): Promise<void> {
  serve(app, getGaps).with(
    async ({ input: { program_uuid: programUuid, project_uuid: projectUuid, rule: onlyRule, page }, caller }) => {
      await seeProgram(db, caller, programUuid)
      const [subjects, program] = await Promise.all([
        gapSubjects(db, caller.org, programUuid),
        gapProgram(db, caller.org, programUuid),
      ])
      const found =
        projectUuid === undefined
          ? gapsOf(subjects, program)
          : gapsOf(
              subjects.filter((subject) => subject.projectUuid === projectUuid),
              program,
            ).filter(({ items }) => items.length === 0)
      const onPage = <T>(all: readonly T[]) => all.slice((page - 1) * gapsPerPage, page * gapsPerPage)
      const gaps = found
        .filter(({ rule }) => onlyRule === undefined || rule === onlyRule)
        .map(({ rule, title, severity, fix, subjects: broken, items }) => ({
          rule,
          title,
          severity,
          total: broken.length + items.length,
          nodes: onPage(broken as Subject[]).map(nodeOf),
          items: onPage(items),
          fix: fix === undefined ? null : { key: fix, label: gapFixes[fix] },
        }))
      return {
        success: true,
        gaps,
        rules: Object.keys(gapRules).length + (projectUuid === undefined ? Object.keys(missingRules).length : 0),
      }
    },
  )

  serve(app, fixGap).with(async ({ input: { program_uuid: programUuid, ...broken }, caller }) => {
    const uuids = await db.transaction((tx) => fixGapIn(tx, caller, programUuid, broken, afterWrite))
    announceGraph(publisher, caller.org, programUuid)
    const nodes = await nodesNamed(db, caller.org, programUuid, uuids)
    return { success: true, made: uuids.flatMap((uuid) => nodes.get(uuid) ?? []) }
  })

  serve(app, getTraceMatrix).with(
    async ({ input: { program_uuid: programUuid, from_kind: fromKind, to_kind: toKind, limit }, caller }) => {
      await seeProgram(db, caller, programUuid)
      return { success: true, ...(await traceMatrix(db, caller.org, programUuid, fromKind, toKind, limit)) }
    },
  )
}
