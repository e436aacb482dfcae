import { useProfile } from './use-profile.ts'

/** The name and version of a rating profile; null: the shipped one. */
export function ProfileName({ uuid }: { readonly uuid: string | null }) {
  const profile = useProfile(uuid)
  return profile && <span title={profile.problem}>{profile.problem === undefined ? profile.name : 'Not known'}</span>
}
