import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { methodInputOf, methodVersionOf } from '../graph/methods/method-version.ts'
import { GuidewordMethod } from './guidewords.ts'
import { safetyMethodKinds } from './method-kinds.ts'
import { SituationCatalogue } from './situation-catalogue.ts'

const licence = 'FUNCTIONAL_SAFETY_APP'
const ok = z.object({ success: z.literal(true) })

const kind = z.enum(safetyMethodKinds)
const content = z.union([GuidewordMethod, SituationCatalogue])
const Version = methodVersionOf(content)

export const getSafetyMethods = endpoint({
  method: 'GET',
  path: 'v2/app/functional-safety/methods',
  summary: "The organisation's guidewords or situation catalogues, version by version, and the shipped ones",
  access: licence,
  input: z.object({ kind, /** Whose version is stated. */ program_uuid: z.uuid().optional() }),
  output: ok.extend({
    methods: z.array(Version),
    /** The version that the program uses; null: the shipped one, or no program is stated. */
    used: z.uuid().nullable(),
  }),
})

export const saveSafetyMethod = endpoint({
  method: 'POST',
  path: 'v2/app/functional-safety/methods/save',
  summary: 'Make a draft of guidewords or a situation catalogue, or change a draft',
  access: licence,
  needs: 'methods.manage',
  bodyLimit: 256 * 1024,
  input: methodInputOf(content)
    .extend({ kind })
    .refine((input) => (input.kind === 'guidewords') === 'guidewords' in input.content, {
      path: ['content'],
      message: 'Guidewords have guidewords, situations have dimensions.',
    }),
  output: ok.extend({ method: Version }),
})

const target = z.object({ kind, uuid: z.uuid(), revision: z.int32() })

export const releaseSafetyMethod = endpoint({
  method: 'POST',
  path: 'v2/app/functional-safety/methods/release',
  summary: 'Release a draft: it never changes again, and programs may use it',
  access: licence,
  needs: 'methods.manage',
  input: target,
  output: ok,
})

export const deleteSafetyMethod = endpoint({
  method: 'POST',
  path: 'v2/app/functional-safety/methods/delete',
  summary: 'Remove a draft',
  access: licence,
  needs: 'methods.manage',
  input: target,
  output: ok,
})

export const useSafetyMethod = endpoint({
  method: 'POST',
  path: 'v2/app/functional-safety/methods/use',
  summary: 'Set the version of guidewords or situations that a program uses',
  access: licence,
  needs: 'programs.manage',
  input: z.object({ kind, program_uuid: z.uuid(), method_uuid: z.uuid().nullable() }),
  output: ok,
})
