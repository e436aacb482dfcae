import {
  deleteFmeaProfile,
  getFmeaProfiles,
  releaseFmeaProfile,
  saveFmeaProfile,
} from '@carapace/shared/fmea/profiles.contract'
import type { RatingProfile } from '@carapace/shared/fmea/rating-profile'
import { call } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useRefusal } from '../../core/session/may.ts'
import { VersionsPage } from '../../graph/methods/versions-page.tsx'
import type { EditedMethods } from '../../graph/methods/versions.ts'
import { problemsOf, ProfileForm } from './profile-form.tsx'

const profiles: EditedMethods<RatingProfile> = {
  title: 'FMEA Settings',
  one: 'rating profile',
  released:
    'It never changes again, and FMEAs may be rated by it. Those that are rated by another version keep theirs.',
  save: async (input) => (await call(saveFmeaProfile, input)).profile,
  release: (target) => call(releaseFmeaProfile, target),
  remove: (target) => call(deleteFmeaProfile, target),
  problemsOf,
  Form: ProfileForm,
}

interface SettingsPageProps {
  /** The key of the shown version; undefined: the version that is built into the product. */
  readonly shown: string | undefined
  readonly show: (key: string | undefined) => void
}

/** The rating profiles of an organisation, by which its FMEAs are rated. */
export function SettingsPage(props: SettingsPageProps) {
  const { data, problem, refetch } = useEndpoint(getFmeaProfiles, {})
  const refusal = useRefusal(saveFmeaProfile)
  return (
    <VersionsPage
      of={profiles}
      refusal={refusal}
      data={data?.profiles}
      problem={problem}
      refetch={refetch}
      {...props}
    />
  )
}
