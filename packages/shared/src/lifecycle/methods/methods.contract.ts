import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { RisksWire } from '../../graph/collaboration/baselines.contract.ts'
import { methodInputOf, methodVersionOf } from '../../graph/methods/method-version.ts'
import { Method } from './method.ts'

const licence = 'LIFECYCLE_CONCEPT_PHASE'
const ok = z.object({ success: z.literal(true) })

export const MethodVersion = methodVersionOf(Method)

export const getMethods = endpoint({
  method: 'GET',
  path: 'v2/app/get-methods',
  summary: "The organisation's methods, version by version, and the shipped one",
  access: licence,
  input: z.object({}),
  output: ok.extend({ methods: z.array(MethodVersion) }),
})

export const saveMethod = endpoint({
  method: 'POST',
  path: 'v2/app/save-method',
  summary: 'Make a draft of a method (a new name, or the next version of one), or change a draft',
  access: licence,
  needs: 'methods.manage',
  bodyLimit: 256 * 1024,
  input: methodInputOf(Method),
  output: ok.extend({ method: MethodVersion }),
})

export const releaseMethod = endpoint({
  method: 'POST',
  path: 'v2/app/release-method',
  summary: 'Release a draft: it never changes again, and programs may take it',
  access: licence,
  needs: 'methods.manage',
  input: z.object({ uuid: z.uuid(), revision: z.int32() }),
  output: ok,
})
export const deleteMethod = endpoint({
  method: 'POST',
  path: 'v2/app/delete-method',
  summary: 'Remove a draft',
  access: licence,
  needs: 'methods.manage',
  input: z.object({ uuid: z.uuid(), revision: z.int32() }),
  output: ok,
})

export const previewMethod = endpoint({
  method: 'GET',
  path: 'v2/app/preview-method',
  summary: 'What would change in a program if it took another version of a method',
  access: licence,
  /** Without a method: the shipped one. A draft can be previewed, too. */
  input: z.object({ program_uuid: z.uuid(), method_uuid: z.uuid().optional() }),
  output: ok.extend({
    scenarios: z.int(),
    changed: z.int(),
    /** The first 500 changes. */ changes: z.array(
      z.object({ uuid: z.uuid(), code: z.string(), title: z.string(), before: RisksWire, after: RisksWire }),
    ),
  }),
})

export const useMethod = endpoint({
  method: 'POST',
  path: 'v2/app/use-method',
  summary: "Set the method version for a program's assessments; all of them are computed again",
  access: licence,
  needs: 'programs.manage',
  input: z.object({ program_uuid: z.uuid(), revision: z.int32(), method_uuid: z.uuid().nullable() }),
  /** The number of threat scenarios whose risk or CAL changed. */
  output: ok.extend({ changed: z.int() }),
})
