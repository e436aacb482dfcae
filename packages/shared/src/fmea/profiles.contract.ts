import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { methodInputOf, methodVersionOf } from '../graph/methods/method-version.ts'
import { RatingProfile } from './rating-profile.ts'

const access = 'FMEA'
const needs = 'methods.manage'
const ok = z.object({ success: z.literal(true) })

/** A version of a rating profile. `programs` is 0: FMEAs name their profile themselves. */
export const ProfileVersion = methodVersionOf(RatingProfile)
export type ProfileVersion = z.infer<typeof ProfileVersion>

export const getFmeaProfiles = endpoint({
  method: 'GET',
  path: 'v2/app/fmea/profiles',
  summary: "The organisation's rating profiles of FMEA, version by version, and the shipped one",
  access,
  input: z.object({}),
  output: ok.extend({ profiles: z.array(ProfileVersion) }),
})

export const saveFmeaProfile = endpoint({
  method: 'POST',
  path: 'v2/app/fmea/profiles/save',
  summary: 'Make a draft of a rating profile (a new name, or the next version of one), or change a draft',
  access,
  needs,
  bodyLimit: 512 * 1024,
  input: methodInputOf(RatingProfile),
  output: ok.extend({ profile: ProfileVersion }),
})

const target = z.object({ uuid: z.uuid(), revision: z.int32() })

export const releaseFmeaProfile = endpoint({
  method: 'POST',
  path: 'v2/app/fmea/profiles/release',
  summary: 'Release a draft: it never changes again, and FMEAs may be rated by it',
  access,
  needs,
  input: target,
  output: ok,
})

export const deleteFmeaProfile = endpoint({
  method: 'POST',
  path: 'v2/app/fmea/profiles/delete',
  summary: 'Remove a draft of a rating profile',
  access,
  needs,
  input: target,
  output: ok,
})
