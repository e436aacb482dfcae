import { shippedProfile } from '@carapace/shared/fmea/default-profile'
import { getFmeaProfiles } from '@carapace/shared/fmea/profiles.contract'
import type { RatingProfile } from '@carapace/shared/fmea/rating-profile'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useMemo } from 'react'
import { useEndpoint } from '../core/call/query.ts'
import { fmeaFields, formOf, type Rated } from './worksheet/lines.ts'

export interface ProfileNow {
  readonly name: string
  readonly content: RatingProfile
  /** Why the profile of the FMEA is not known: it is rated by the shipped one meanwhile. */
  readonly problem: string | undefined
}

export const versionTitle = ({ name, version }: { readonly name: string; readonly version: number }) =>
  `${name} v${version}`
const shipped: ProfileNow = { name: versionTitle(shippedProfile), content: shippedProfile.content, problem: undefined }

/** The rating profile with this uuid; null: the shipped one. Undefined while it is loading. */
export function useProfile(uuid: string | null): ProfileNow | undefined {
  const { data, problem } = useEndpoint(getFmeaProfiles, {}, { enabled: uuid !== null })
  return useMemo(() => {
    if (uuid === null) return shipped
    if (data === undefined) return problem === undefined ? undefined : { ...shipped, problem }
    const found = data.profiles.find((each) => each.uuid === uuid)
    return found
      ? { name: versionTitle(found), content: found.content, problem: undefined }
      : { ...shipped, problem: 'The rating profile of this FMEA is not there any more.' }
  }, [uuid, data, problem])
}

/** How an FMEA is rated; undefined while its profile is loading. */
export function useRated(fmea: Artefact): Rated | undefined {
  const { profile: uuid, form } = fmeaFields(fmea)
  const profile = useProfile(uuid)
  return useMemo(() => profile && { profile: profile.content, form: formOf({ form }) }, [profile, form])
}
