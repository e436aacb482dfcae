import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { limit } from '../core/wire.ts'
import { Node } from '../graph/artefacts/artefacts.contract.ts'
import { cellStates, GuidewordMethod } from './guidewords.ts'

/** The maximum number of failures that a cell lists. */
export const mostInCell = 20

const counts = z.object({ judged: z.int(), 'not-applicable': z.int(), open: z.int() })

export const getHazop = endpoint({
  method: 'GET',
  path: 'v2/app/functional-safety/hazop',
  summary: 'The HAZOP of a program: functions by guidewords, with the state of each cell and its failures',
  access: 'FUNCTIONAL_SAFETY_APP',
  input: z.object({
    program_uuid: z.uuid(),
    /** Only functions after this number. */
    after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
    limit: limit(200, 100),
  }),
  output: z.object({
    success: z.literal(true),
    method: z.object({ uuid: z.uuid().nullable(), name: z.string(), version: z.int(), content: GuidewordMethod }),
    /** A page of functions by number, each with a cell for each guideword in their order. */
    functions: z.array(
      Node.extend({
        cells: z.array(
          z.object({
            state: z.enum(cellStates),
            malfunctions: z.int(),
            /** The first 20 by number. */
            failures: z.array(Node.extend({ judgement: z.string().nullable(), reason: z.string(), revision: z.int() })),
            total: z.int(),
          }),
        ),
      }),
    ),
    next: z.int().nullable(),
    /** Of all functions of the program. */
    coverage: z.object({
      functions: z.int(),
      counts,
      /** The share of cells that are not open, 0 to 1; null: there are no cells. */
      share: z.number().nullable(),
      open_functions: z.int(),
    }),
    /** Failures with a guideword that the method does not have, the first 100. */
    strays: z.array(Node.extend({ guideword: z.string() })),
  }),
})
